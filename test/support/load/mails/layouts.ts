// Emails as teams write them, in different styles. Each takes the same pieces: what it says, and where it leads.

export interface Pieces {
  readonly lang: string;
  readonly subject: string;
  readonly preview: string;
  readonly greeting: string;
  readonly text: string;
  readonly action: string;
  /** The address of the action. */
  readonly href: string;
  /** The words and the address that users unsubscribe with. */
  readonly leave: readonly [words: string, href: string];
}

type Layout = (pieces: Pieces) => string;

const head = ({ lang, subject }: Pieces, more = '') =>
  `<!doctype html>\n<html lang="${lang}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${subject.replace(/\{[{%][^}]*\}+\s*/g, '')}</title>\n${more}</head>`;

const footer = ({ leave: [words, href] }: Pieces) =>
  `<p style="font-size:12px;color:#777777">Northtrail GmbH · Torstraße 1 · 10119 Berlin · &copy; {{ 'now' | date: '%Y' }}<br><a href="${href}" style="color:#777777">${words}</a> · <a href="https://shop.northtrail.example/imprint">Imprint</a></p>`;

/** A button that Outlook draws by itself. */
const vmlButton = ({ href, action }: Pieces) =>
  `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${href}" style="height:40px;v-text-anchor:middle;width:200px;" arcsize="10%" stroke="f" fillcolor="#0a7d4b"><w:anchorlock/><center style="color:#ffffff;font-family:sans-serif;">${action}</center></v:roundrect><![endif]-->\n<!--[if !mso]><!--><a href="${href}" style="background-color:#0a7d4b;border-radius:4px;color:#ffffff;display:inline-block;line-height:40px;text-align:center;text-decoration:none;width:200px;mso-hide:all">${action}</a><!--<![endif]-->`;

const pixel =
  '<img src="https://t.northtrail.example/o/{{ user.id }}.gif" width="1" height="1" alt="" style="display:block">';

export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'a table of one column': (
    p,
  ) => `${head(p, '<style>\n  @media only screen and (max-width: 600px) { .wide { width: 100% !important; display: block !important; } }\n  a:hover { opacity: .8 }\n</style>\n')}
<body style="margin:0;padding:0;background-color:#f4f4f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" class="wide" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff">
<tr><td style="padding:24px"><a href="https://shop.northtrail.example/"><img src="https://cdn.northtrail.example/logo.png" alt="Northtrail" width="120" height="40" border="0" style="display:block"></a></td></tr>
<tr><td style="padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#222222"><h1 style="margin:0 0 16px">${p.greeting}</h1><p>${p.text}</p>
<a href="${p.href}" target="_blank" style="background:#0a7d4b;color:#fff;padding:12px 20px;border-radius:4px;text-decoration:none">${p.action}</a></td></tr>
<tr><td style="padding:24px">${footer(p)}</td></tr>
</table></td></tr></table>${pixel}
</body></html>`,
  'the output of MJML': (
    p,
  ) => `${head(p, '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->\n<!--[if lte mso 11]><style type="text/css">.mj-outlook-group-fix { width:100% !important; }</style><![endif]-->\n<!--[if !mso]><!--><link href="https://fonts.googleapis.com/css?family=Ubuntu:300,400,500,700" rel="stylesheet" type="text/css"><style type="text/css">@import url(https://fonts.googleapis.com/css?family=Ubuntu:300,400,500,700);</style><!--<![endif]-->\n<style type="text/css">#outlook a { padding:0; } body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; } table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; } @media only screen and (min-width:480px) { .mj-column-per-50 { width:50% !important; max-width: 50%; } }</style>\n<style media="screen and (min-width:480px)">.moz-text-html .mj-column-per-50 { width:50% !important; max-width: 50%; }</style>\n')}
<body style="word-spacing:normal;background-color:#ffffff;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${p.preview}</div>
<div style="background-color:#ffffff;" lang="${p.lang}" dir="auto">
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:600px;" width="600"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;"><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"><tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td style="vertical-align:top;width:300px;"><![endif]-->
<div class="mj-column-per-50 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"><img alt="${p.action}" src="https://cdn.northtrail.example/hero@2x.jpg" style="border:0;display:block;outline:none;text-decoration:none;height:auto;width:100%;font-size:13px;" width="300" height="auto"></div>
<!--[if mso | IE]></td><td style="vertical-align:top;width:300px;"><![endif]-->
<div class="mj-column-per-50 mj-outlook-group-fix" style="font-size:0px;display:inline-block;vertical-align:top;width:100%;"><div style="font-family:Ubuntu, Helvetica, Arial, sans-serif;font-size:13px;line-height:1;text-align:left;color:#000000;">${p.greeting}<br>${p.text}</div><a href="${p.href}" target="_blank">${p.action}</a></div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td></tr></tbody></table></div>
<!--[if mso | IE]></td></tr></table><![endif]-->
${footer(p)}</div></body></html>`,
  'a letter without a layout': (p) =>
    `<p>${p.greeting}</p>\n\n<p>${p.text}</p>\n<p><a href="${p.href}">${p.action}</a></p>\n<p>Anna from Northtrail<br><a href="mailto:hello@northtrail.example?subject=My%20order">hello@northtrail.example</a>, <a href="tel:+4930123456">030 123456</a></p>\n<p><a href="${p.leave[1]}">${p.leave[0]}</a></p>`,
  'a hero that Outlook draws': (p) => `${head(p)}
<body style="margin:0"><div class="preheader" style="display:none!important;visibility:hidden;mso-hide:all">${p.preview}&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
<table role="presentation" width="100%"><tr><td background="https://cdn.northtrail.example/hero.jpg" bgcolor="#123456" valign="top" style="background-image:url('https://cdn.northtrail.example/hero.jpg');background-size:cover">
<!--[if gte mso 9]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" fill="true" stroke="false" style="width:600px;height:300px;"><v:fill type="tile" src="https://cdn.northtrail.example/hero.jpg" color="#123456"/><v:textbox inset="0,0,0,0"><![endif]-->
<div><h1 style="color:#ffffff">${p.greeting}</h1><p style="color:#ffffff">${p.text}</p>${vmlButton(p)}</div>
<!--[if gte mso 9]></v:textbox></v:rect><![endif]-->
</td></tr></table>${footer(p)}</body></html>`,
  'branches and loops': (
    p,
  ) => `<body>{%- comment -%} Ask <b>Eva before {{ changing }} this. {%- endcomment -%}
<p>{% if user.tier == "gold" %}Thank you for being a gold member.{% elsif user.tier == "silver" %}Silver looks good on you.{% else %}${p.greeting}{% endif %}</p>
{% assign shown = event.items | where: "in_stock" | slice: 0, 3 %}
<table role="presentation">{% for item in shown %}<tr{% if forloop.last %} class="last"{% endif %}><td><a href="{{ item.url }}"><img src="{{ item.image_url }}" alt="{{ item.name | escape }}" width="80"></a></td><td>{{ item.name }}<br>{{ item.price | times: 1.0 | round: 2 }} {{ event.currency | default: 'EUR' }}</td></tr>{% else %}<tr><td>${p.text}</td></tr>{% endfor %}</table>
{% case user.city %}{% when "Berlin", "Hamburg" %}<p>See you in {{ user.city }}!</p>{% endcase %}
{% unless user.has_app %}<p><a href="https://shop.northtrail.example/app?utm_source=mail&amp;utm_medium=email">Get the app</a></p>{% endunless %}
<p><a {% if user.tier == "gold" %}style="color:gold"{% endif %} href="${p.href}">${p.action}</a></p>${footer(p)}</body>`,
  Jinja: (
    p,
  ) => `{# the summer letter #}{% set name = user.first_name|default('you') %}<p>${p.greeting} {{ name|title }}</p>
{% if user.points is defined and user.points > 100 %}<p>{{ user.points }} points: {{ '%.2f'|format(user.points / 100) }} EUR</p>{% elif user.tier in ["gold", "silver"] %}<p>${p.text}</p>{% endif %}
{% for a, b in event.pairs %}{{ a ~ ": " ~ b }}{% if not loop.last %}, {% endif %}{% endfor %}
<p>{{ user.city if user.city else "wherever you are" }}</p><p><a href="${p.href}">${p.action}</a></p>${footer(p)}`,
  'right to left': (p) =>
    `<!doctype html><html lang="ar" dir="rtl"><body style="direction:rtl;text-align:right"><h1>مرحبا {{ user.first_name | default: "صديقنا" }}</h1><p>${p.text}</p><p>عرض الصيف: خصم ٢٠٪ حتى الأحد.</p><a href="${p.href}">تسوق الآن</a><p><a href="${p.leave[1]}">إلغاء الاشتراك</a></p></body></html>`,
  'a picture in parts': (
    p,
  ) => `${head(p)}<body><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td><a href="${p.href}"><img src="https://cdn.northtrail.example/sale_01.gif" alt="${p.action}" style="display:block"></a></td>
<td><img src="https://cdn.northtrail.example/sale_02.gif" alt="" style="display:block"></td></tr>
<tr><td colspan="2"><img src="https://cdn.northtrail.example/sale_03.jpg?w=600&amp;h=200#x" alt='20% off "everything"' width=600></td></tr></table>
<p>${p.greeting}: ${p.text}</p>${footer(p)}</body></html>`,
  'dark mode and fonts': (
    p,
  ) => `${head(p, '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">\n<style>:root { color-scheme: light dark; }\n@font-face { font-family: "Trail"; src: url("https://cdn.northtrail.example/trail.woff2") format("woff2"); }\n@media (prefers-color-scheme: dark) { .card { background: #111 !important; display: flex !important } .logo-light { display: none } }\n@supports (display: grid) { .gallery { display: grid } }\n[data-ogsc] .card { color: #fff !important; }\n</style>\n')}
<body class="body"><div class="card" style="box-shadow:0 1px 3px rgba(0,0,0,.2);max-width:600px;margin:0 auto"><p style="font-family:Trail,Arial,sans-serif;letter-spacing:.5px">${p.greeting}</p><p>${p.text}</p><a href="${p.href}" role="button">${p.action}</a></div>${footer(p)}</body></html>`,
  'a list with anchors': (p) =>
    `${head(p)}<body><a name="top"></a><ul><li><a href="#new">New</a><li><a href="#old">Old</a></ul><h2 id="new">${p.action}</h2><p>${p.greeting} ${p.text}<p><a href="${p.href}">${p.action}</a><h2 id="old">Also</h2><p>Read <a href="https://shop.northtrail.example/blog/2031/todo-lists-for-hikers?ref=mail#part-2">our list</a>. <a href="#top">Top</a></p>${footer(p)}</body></html>`,
  'a film for those who can': (
    p,
  ) => `<p>${p.greeting}</p><video width="600" controls poster="https://cdn.northtrail.example/film.jpg"><source src="https://cdn.northtrail.example/film.mp4" type="video/mp4"><a href="${p.href}"><img src="https://cdn.northtrail.example/film.jpg" alt="${p.action}"></a></video>
<picture><source srcset="https://cdn.northtrail.example/a.webp" type="image/webp"><img src="https://cdn.northtrail.example/a.jpg" alt="A trail"></picture><p>${p.text}</p>${footer(p)}`,
  'links into the app': (p) =>
    `<div style="font:16px/1.5 Arial"><p>${p.greeting}</p><p>${p.text}</p><p><a href="northtrail://cart?id={{ event.cart_id }}">Open in the app</a> or <a href="${p.href}">${p.action}</a>, <a href="sms:+491511234567">text us</a>, <a href="https://maps.google.com/?q=Torstra%C3%9Fe+1">come by</a>, or write to help@northtrail.example.</p><a href="{{ event.cart_url }}">Cart</a><a href="https://{{ vars.shop_host }}/sale">Sale</a><a href="{{ view_in_browser_url }}">Browser</a>${footer(p)}</div>`,
  'texts of the service': (p) =>
    `{{ContentBlock['header']}}<p>${p.greeting}</p><p>${p.text}</p>{% if user.first_name %}<p>PS, {{ user.first_name }}: it's on us.</p>{% endif %}<p><a href="${p.href}">${p.action}</a></p>{% include 'products' %}${footer(p)}`,
  'a receipt': (p) =>
    `<table><caption>Order {{ event.order_id }}</caption><thead><tr><th align="left">Item<th align="right">Price</thead><tbody>{% for line in event.lines %}<tr><td>{{ line.quantity }} × {{ line.title }}<td align="right">{{ line.total }}{% endfor %}</tbody></table><hr><p>3 < 5, R&D, 100 % cotton {a, b} [x] (c) 50€ & more</p><p>${p.greeting}</p><p>${p.text}</p><a href="${p.href}">${p.action}</a>${footer(p)}`,
};
