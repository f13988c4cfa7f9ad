import { expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Links, images and the unsubscribe link of an email. The HTML is in a file of its own, which the marks are in.

const mail = (kind = 'TRANSACTIONAL') => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email, content_type: ${kind}, user_attribute_identifier: a }
campaign_content:
  content:
    email:
      html_content: { $file: ./body.html }
`;

function findings(marked: string, kind?: string) {
  const { text, places } = unmark(marked);
  const texts = { 'campaigns/body.html': text };
  return { places, found: load({ 'a.yaml': mail(kind) }, { texts }).diagnostics };
}

/** Addresses that lead nowhere, or that anyone can read and change on the way. */
const BAD_ADDRESSES = [
  '', ' ', '#', '/sale', 'sale.html', 'javascript:void(0)', 'http://localhost:3000/sale', 'https://127.0.0.1/', 'localhost:3000/sale',
  'http://a.example/x', 'HTTP://a.example/x', 'shop.example.com/sale', 'shop.example.com:8443/sale', 'www.{{ user.shop }}.example',
  'htps://shop.example.com', 'https:/shop.example.com', 'https//shop.example.com', 'http;//shop.example.com', 'help@shop.example.com',
  '0800 123456', 'https://', 'https:', 'mailto:', 'mailto:care@example', 'https://shop .example.com', 'https:// shop.example.com/x',
  'https://shop,example.com', 'https://shop..example.com', 'https://example', 'https://shop.example.com/sale page',
  'https://https://shop.example.com', 'https://shop.example.com\\sale', 'https://shop.example.com/?a=1?utm_source=x',
  '“https://shop.example.com”', 'https://TODO', 'https://shop.example.com/?utm_campaign=xxx', '[shop_url]/x', 'cid:x@01',
]; // prettier-ignore

it.each([
  ['W_LINK', '<p>\n<a class="b" »href="">x</a>'],
  ['W_LINK', "<a »href=' '>x</a>"],
  ['W_LINK', '<a »href="#">x</a>'],
  ['W_LINK', '<img alt="" »src="">'],
  ['W_LINK', '<a href="https://a.example">x</a> <a »HREF = "">y</a>'],
  ['W_LINK', '<a »href="http://a.example/x">x</a>'],
  ['W_LINK', '<a »href=HTTP://a.example/x>x</a>'],
  ['W_LINK', '<img alt="A" »src="http://a.example/x.png">'],
  ['W_LINK', '<a »href="shop.example.com/sale">x</a>'],
  ['W_LINK', '<a »href="/sale">x</a>'],
  ['W_LINK', '<a »href="htps://a.example/x">x</a>'],
  ['W_ALT', '<p>»<img src="https://a.example/x.png" width="10">'],
  ['W_ALT', '<img alt="A" src="https://a.example/x.png"/>»<img src="https://a.example/x.png"/>'],
  ['W_LINK', '<a »href= >x</a>'],
  ['W_LINK', '<a »href>x</a>'],
  ['W_ALT', "»<IMG SRC='https://a.example/x.png'>"],
  ['W_ALT', '»<img title="an alt = text" src="https://a.example/x.png">'],
  ['W_LINK', '{% if user.age > 1 %}<a »href="">x</a>{% endif %}'],
  ['W_LINK', '<a {% if user.age %}class="x"{% endif %} »href="http://a.example">x</a>'],
  ['W_ALT', '»<amp-img src="https://a.example/x.png"></amp-img>'],
  ['W_ALT', '»<img data-alt="x" src="https://a.example/x.png">'],
  ['W_LINK', '<p>»<a class="button">x</a>'],
  ['W_LINK', '»<a hred="https://a.example">x</a>'],
  ['W_LINK', '»<img alt="x">'],
  ['W_HTML', '<a »href="https://a.example>x</a> <a href="https://b.example">y</a>'],
  ['W_HTML', '<body>»<div style="display: none">Preview<table><tr><td>x</table></body>'],
  ['W_HTML', '<table><tr><td>»<h1>x</td></tr></table><h1>y</h1>'],
  ['W_HTML', '<p>»<a href="https://a.example">x</p><p><a href="https://b.example">y</a></p>'],
  ['W_HTML', '<table><tr><td>»<table><tr><td>x</td></tr></td></tr></table>'],
  ['W_HTML', '<b>x <h1>y »<a href="https://a.example">z'],
  ['W_HTML', '{% if user.age > 1 %}<b>x</b>{% endif %}<p>»<b>y</p>'],
  ['W_EXPRESSION', '<a href="https://a.example/»{{ user.id }">x</a>'],
  ['W_EXPRESSION', '<a href="https://a.example/»{ user.id }">x</a>'],
  ['W_HTML', '<p>x</p>»<!-- <p>y</p>'],
  ['W_HTML', '<a »href="https://a.example/x>x</a>'],
  ['W_HTML', "<a »href='https://a.example/x class='y'>x</a>"],
  ['W_HTML', "<p »style='color: red>x</p><p>It's y</p>"],
  ['W_HTML', `<a »href="https://a.example/x' class="y">x</a>`],
  ['W_LINK', '<a »href=https://a.example/x" class="y">x</a>'],
  ['W_LINK', '<a »href "https://a.example/x">x</a>'],
  ['W_LINK', '<a »href=”https://a.example/x”>x</a>'],
  ['W_LINK', '»<a href: "https://a.example/x">x</a>'],
  ['W_HTML', '»<style>p { color: red }<body>x'],
  ['W_HTML', '»<title>x<body>y</body>'],
  ['W_HTML', '»<textarea><p>x</p>'],
  ['W_HTML', '<p>»<a href="https://a.example/x">x<a/></p>'],
  ['W_HTML', '<p>»<a href="https://a.example/x">x<a></p>'],
  ['W_HTML', '<h1>x»</h1\n<p>y</p>'],
  ['W_HTML', `<p>»<a href="https://a.example/x" class="y"\nWhat's new</a></p>`],
  ['W_TEXT', '<b>»itâ€™s</b>'],
  ['W_TEXT', '<b>»20Â\xa0€</b>'],
  ['W_TEXT', '<b>»ðŸŽ‰</b>'],
  ['W_TEXT', '<b>»ÐŸÑ€Ð¸Ð²ÐµÑ‚</b>'],
  ['W_TEXT', '<b>»Å¡kola</b>'],
  ...['*|FNAME|*', '%%first_name%%', '%FIRSTNAME%', '%recipient.first_name%', '{FIRST_NAME}', '[user.first_name]', '<% user.first_name %>', '${first_name}', '[First name]', '[Insert date]', '{unsubscribe}', '%unsubscribe_url%', 'Lorem ipsum'].map((part) => ['W_PLACEHOLDER', `<p>x</p>Hi »${part}, welcome`]),
  ['W_HTML', '<p>x</p>\n<p »style="color: red>y</p>'],
  ['W_HTML', '<p »style="color: red>y</p><p class="z">y</p>'],
  ['W_HTML', '<table><tr><td »style="color: red bgcolor="#fff">x</td></tr></table>'],
  ['W_HTML', '<a »class="y href="https://a.example/x">x</a>'],
  ['W_LINK', '<img alt="x" »src="cid:image001.png@01D9">'],
  ['W_TEXT', '<p>A »Sch\uFFFDn day</p>'],
  ['W_TEXT', '<p>»Ã¼ber {{ user.city }}</p>'],
  ['W_LINK', '<a {% if user.n > 3 %}class="x"{% endif %} »href="/sale">x</a>'],
  ['W_ALT', '{% raw %}»<img src="https://a.example/x.png">{% endraw %}'],
  ['W_LINK', '{% comment %}<a href="">{% endcomment %}{# <a href=""> #}<a »href="">x</a>'],
])('%s in %s', (code, marked) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  expect(found.every(({ file }) => file === 'campaigns/body.html')).toBe(true);
}); // prettier-ignore

it.each([
  ['whole addresses', '<a href="https://a.example/x#y">x</a><img alt="A" src="https://a.example/x.png">'],
  ['addresses of the template', '<a href="{{ user.cart_url }}">x</a>'],
  [
    'other kinds of addresses',
    '<a href="mailto:a@example.com">x</a><a href="tel:+491">y</a><a href="#top">z</a>',
  ],
  ['an address of an app', '<a href="shop-app://sale">x</a><a href="sms:+491">y</a>'],
  [
    'an address that begins with a variable',
    '<a href="{{ user.shop }}/sale">x</a><a href="//a.example/x">y</a>',
  ],
  [
    'an image that only decorates',
    '<img src="https://a.example/x.png" alt=""><img src="https://a.example/x.png" alt>',
  ],
  ['a name space', '<html xmlns="http://www.w3.org/1999/xhtml">'],
  [
    'data for scripts',
    '<a data-href="" href="https://a.example/x">x</a><img alt="" data-src="" src="https://a.example/x">',
  ],
  ['an attribute in a text', '<p>Write href="" or src="http://a.example" for that</p>'],
  ['an address from a condition', '<a href="{% if user.age > 1 %}https://a.example{% endif %}">x</a>'],
  ['a text behind a condition', '<img src="{% if user.age > 1 %}https://a.example{% endif %}" alt="x">'],
  ['attributes without spaces', "<img src='https://a.example/x.png'alt='x'>"],
  ['comments', '<!-- <a href=""><img src="http://a.example"> -->x'],
  ['comments for some programs', '<!--[if !mso]><!--><a href="https://a.example">x</a><!--<![endif]--><!-->'],
  [
    'an anchor',
    '<a name="top"></a><a id="x">x</a><a {{ user.link }}>y</a><a href="https://a.example"></a><a></a>',
  ],
  ['an image with several addresses', '<img alt="x" srcset="https://a.example/x.png 2x">'],
  [
    'a condition with quotes',
    '<a href="{{ user.link | default: "https://a.example" }}">x</a><a href="{% if user.age > 1 %}https://a.example/x y{% endif %}">y</a>',
  ],
  [
    'a text beside an address',
    '<a title="x = y" href="https://a.example">a > b</a><a href="mailto:a@example.com?subject=Hello there">x</a>',
  ],
  [
    'parts of addresses',
    '<a href="https://a.example:8443/x?u=https://b.example/?y=1#z">x</a><a href="https://müller.example/a,b..c">y</a><a href="https://me@a.example">z</a>',
  ],
  [
    'addresses with templates',
    '<a href="https://{{ user.shop | default: "a b" }}/x">x</a><a href="https://a.example/{{ user.city | upcase }}">y</a><a href="mailto:{{ user.agent }}">z</a>',
  ],
  [
    'addresses that are written',
    '<a href="https://todo.example/todo/xxl">x</a><a href="https://shop.xxx">y</a>',
  ],
  ...[
    '<img {% if user.n > 3 %}class="x"{% endif %} src="https://a.example/x.png" alt="x">',
    '<img src="https://a.example/x.png" {% if user.n < 1 %}alt="x"{% else %}alt="y"{% endif %}>',
    `{{ user.a | replace: '<a href="/', '<a href="https://a.example/' | replace: "<img ", "<img alt='' " }}`,
    '{% comment %}<img src="x"> <a href="#">x</a> <!-- {% endcomment %}{# <a href="/old"> <!-- #}{{ "<!--" }}',
    '<a href="{{ user.a | default: "https://a.example/?a>b" }}">x</a><a href={{ user.link }}>y</a>',
  ].map((html) => ['what its template has: ' + html, html]),
  ['an image in the text', '<img alt="" src="data:image/png;base64,AAAA/TODO/=">'],
  [
    'what HTML closes by itself',
    '<ul><li>x<li>y</ul><p>x<p>y<table><tr><td>x<td>y</table><br><hr><img alt="" src="https://a.example/x">',
  ],
  [
    'parts for Outlook',
    '<!--[if mso]><table><tr><td><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]--><!--[if !mso]><!--><b>x</b><!--<![endif]-->',
  ],
  ['parts that all programs show', '<![if !mso]><table><tr><td><![endif]>x'],
  [
    'elements in branches',
    '{% if user.age > 1 %}<a href="https://a.example/1">{% else %}<a href="https://a.example/2">{% endif %}x</a>{% if user.vip %}<h1>{% endif %}y{% if user.vip %}</h1>{% endif %}',
  ],
  [
    'rows of a loop',
    '<table>{% for item in user.items %}{% if forloop.first %}<tr>{% endif %}<td><b>{{ item.name }}</b></td>{% endfor %}</table>',
  ],
  [
    'a layout that a block closes',
    '{{ ContentBlock.header }}<table><tr><td><div style="display:none">x</div>{{ ContentBlock.footer }}',
  ],
  [
    'style sheets and scripts',
    '<title>a < b</title><style>a > b[c="d"] { color: red } /* <b> <h1> */</style><script>if (a<b) document.write("<h1>")</script>',
  ],
  [
    'elements that end in another order',
    '<b><i>x</b></i><a href="https://a.example"><table><tr><td>x</a></td></tr></table>',
  ],
  [
    'tags in values',
    '<img alt="a <b> c" src="https://a.example/x"><a title="x > y" href="https://a.example">3 < 4, 5 <6, I <3 you</a>',
  ],
  [
    'tags in templates',
    '{{ user.name | default: "<b>" }}{% assign x = "<h1>" %}<td {% if user.age > 1 %}class="x"{% endif %}>{% if user.a < user.b %}x{% endif %}',
  ],
  ['a text that looks like a tag', '<p>Write &lt;a href="x"> or a = "b"> or class="x" for that</p>'],
  ['an upper-case element', '<H1>x</h1><A HREF="https://a.example">x</A>'],
  [
    'values without quotes',
    `<a href=https://a.example/x title=it's>x</a><a href={{user["link"]}}>y</a><a href=https://a.example/{{ user.x | default: "y" }}>z</a>`,
  ],
  [
    'quotes and signs in values',
    `<img alt="Formula: a =" src="https://a.example/x"><p title="x > y, class=" style="color:red">It's "x"</p>`,
  ],
  [
    'values of templates',
    '<p style="{% if user.age > 1 %}color: red{% endif %}" class="{{ user.a | default: "x>y" }}">x</p>',
  ],
  [
    'other letters',
    '<p lang="pt">NÃO, SÃO, Ângela, MÃE, Â, “Â»”, Ãngelo, Ð, ÅÅ, 5 €</p><!-- Ã¼ -->{{ user.a | replace: "Ã¼", "ü" }}&nbsp;&amp;',
  ],
  ['signs of tags in values', `<a href="https://a.example/?q=a>b" style="content:'>'">x</a>`],
  ['an anchor that stays open', '<a name="top"><h1>x</h1>'],
  ['a layout that stays open', '<div><div><span>x'],
  ...[
    'tel:08001234567',
    'tel:110',
    'tel:0{{ vars.tel }}',
    'tel:030/123',
    'sms:12345?body=JOIN',
    'geo:52.52,13.40',
    'com.example.shop://cart/{{ user.id }}',
    'com.example.shop:/x?y=1',
    'com.example.shop:cart',
  ].map((address) => [`the address ${address}`, `<a href="${address}">x</a>`]),
])('accepts %s', (_, html) => {
  expect(findings(html).found).toEqual([]);
});

it.each(BAD_ADDRESSES)('the address %j leads nowhere', (address) => {
  const { places, found } = findings(`<p>x</p>\n<a »href="${address}">x</a>`);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
});

const push = (platform: string, fields: string) =>
  `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { ${platform}: { template_type: BASIC, basic_details: { title: a, message: b${fields} } } } } }\n`;

it.each([
  ['web', ', redirect_url: »"http://a.example/"'],
  ['web', ', image_url: »"htps://a.example/x"'],
  ['web', ', redirect_url: "https://a.example/"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: »"shop.example.com/sale"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: »"https://"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: com.example.shop.Main'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: shop-app://sale'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: "{{ user.link }}"'],
  ['android', ', default_click_action: RICH_LANDING, default_click_action_value: "https://a.example/{{ user.path }}"'],
  ['android', ', default_click_action: »DEEPLINKING'],
  ['android', ', default_click_action: »NAVIGATE_TO_A_SCREEN'],
  ['android', ', default_click_action: RICH_LANDING, default_click_action_value: »shop-app://cart'],
  ['android', ', default_click_action: RICH_LANDING, default_click_action_value: »https://example'],
  ['android', ''],
])('where a push message for %s leads%s', (platform, fields) => {
  const { text, places } = unmark(push(platform, fields));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
}); // prettier-ignore

const OTHERS = '<p><a href="https://a.example/new">See what is new</a></p>';

it.each([
  '<p>Ten percent off</p>',
  '<!-- unsubscribe -->',
  '<style>.unsubscribe {}</style>',
  '<p><a href="#">Unsubscribe</a></p>',
  '<p><a href="{{ user.unsubscribe_url }}"></a></p>',
  '<p><a href="[unsubscribe]">Unsubscribe</a></p>',
  '<p><a href="*|UNSUB|*">Unsubscribe</a></p>',
  '<p>Unsubscribe</p>',
])('a promotional email with %s has no way to unsubscribe', (html) => {
  const codes = (kind: string) => findings(`${OTHERS}\n${html}`, kind).found.map(placeAndCode);
  expect(codes('PROMOTIONAL')).toContain('1:1 W_UNSUBSCRIBE');
  expect(codes('TRANSACTIONAL')).not.toContain('1:1 W_UNSUBSCRIBE');
});

it.each([
  '<a href="https://a.example/l/1">click here</a> to unsubscribe',
  'To unsubscribe, use this link:</p>\n<p><a href="https://a.example/l/1">https://a.example/l/1</a>',
  'To unsubscribe, open https://a.example/unsubscribe',
  'Write to unsubscribe@a.example',
  '{{ user.unsubscribe_url }}',
  '{{ ContentBlock.unsubscribe }}',
  '<a href="{{ user.unsubscribe_url }}"><img src="https://a.example/x.png" alt="x"></a>',
  '<a href="https://a.example/l/1"><table><tr><td>Unsubscribe</td></tr></table></a>',
  '<form action="https://a.example/unsubscribe"><button>No more</button></form>',
  '<a {% if user.n > 3 %}class="x"{% endif %} href="{{ user.unsubscribe_url }}">Unsubscribe</a>',
  "{{ContentBlock['Footer']}}",
  "{% include 'footer' %}",
  'Unsubscribe: <a href="https://a.example/l">My profile</a>',
  'Unsubscribe <a href="https://a.example/l">in your profile</a>',
  'To unsubscribe, visit your <a href="https://a.example/l">Profile</a>',
  'Zum Abmelden <a href="https://a.example/l">Mein Konto</a> öffnen',
  'Über Ihr <a href="https://a.example/l">Profil</a> abmelden',
  'Imprint · Abmelden: <a href="https://a.example/l">Hier</a>',
  'Unsubscribe · <a href="https://a.example/l">Click here</a>',
  'Unsubscribe <a href="https://a.example/l">›</a>',
  'Unsubscribe <a href="https://a.example/l"><img src="https://a.example/x.png" alt="x"></a>',
  'Unsubscribe | <a href="https://a.example/l">www.a.example/l</a>',
  '<a href="https://a.example/">Imprint</a> · <a href="https://a.example/l">Unsubscribe</a>',
  '<a href="https://a.example/">Imprint</a> · <a href="{{ user.unsubscribe_url }}">Leave</a> · Unsubscribe',
  '<a href="https://a.example/l">Contact us</a> or unsubscribe at any time',
  'Abmelden</p><p><a href="https://a.example/l">Einstellungen</a>',
  'Um sich abzumelden, <a href="https://a.example/l">hier klicken</a>',
  ...[
    '配信停止はこちら',
    'Отписаться',
    'إلغاء الاشتراك',
    'Se d&eacute;sabonner',
    'Se d&#233;sinscrire',
    '&#85;nsubscribe',
    'Un&shy;subscribe',
    'Se de\u0301sabonner',
    'Ne plus recevoir nos e-mails',
    'Darme de baja',
    'Annulla l\u2019iscrizione',
    'Abonelikten çık',
    'Odhlásit odběr',
    'Newsletter kündigen',
    'Keine E-Mails mehr',
    'Stop these emails',
    'Manage your subscription',
    'Dezabonare',
  ].map((text) => `<a href="https://a.example/l">${text}</a>`),
])('%s is a way to unsubscribe', (link) => {
  expect(findings(`${OTHERS}\n<p>${link}</p>`, 'PROMOTIONAL').found).toEqual([]);
});

it('is reported within the time limit for long texts', () => {
  const parts = ['<img ', '<a href="', '<!-- ', "href='", 'href=', '<img alt', '<a>x ', '<a href="https://[[{{" unsub', 'https://', '<p>unsub{{', '[[> x] ', '<a href=https://{{unsub', '<p></i>']; // prettier-ignore
  for (const part of parts)
    expect(findings(part.repeat(20_000), 'PROMOTIONAL').found.length).toBeLessThanOrEqual(61);
}, 20_000);
