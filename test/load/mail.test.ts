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
  '', '#', '/sale', '//a.example/x', 'https://www.example.com/', 'https://your-domain.com/x', 'https://a.example/TODO',
  'http://192.168.0.7/x', 'https://shop.local/{{ user.id }}', 'https://example.com?a={{ user.id }}', 'https://via.placeholder.com/600', 'sale.html', 'javascript:void(0)', 'http://localhost:3000/sale', 'https://127.0.0.1/', 'HTTP://a.example/x',
  'https:/shop.example.com', 'https//shop.example.com',
  'help@shop.example.com', '0800 123456', 'https://', 'https:', 'mailto:', 'https://shop .example.com',
  'https://example', 'https://shop.example.com/sale page', 'https://https://shop.example.com',
  'https://shop.example.com\\sale', '“https://shop.example.com”', 'https://TODO',
  '[shop_url]/x', 'cid:x@01',
]; // prettier-ignore

it.each([
  ['W_LINK', '<img alt="" »src="">'],
  ['W_LINK', '<a href="https://a.example">x</a> <a »HREF = "">y</a>'],
  ['W_LINK', '<img alt="A" »src="http://a.example/x.png">'],
  ['W_ALT', '<p>»<img src="https://a.example/x.png" width="10">'],
  ['W_ALT', '»<img title="an alt = text" src="https://a.example/x.png">'],
  ['W_LINK', '<a {% if user.age %}class="x"{% endif %} »href="http://a.example">x</a>'],
  ['W_ALT', '»<amp-img src="https://a.example/x.png"></amp-img>'],
  ['W_LINK', '<p>»<a class="button">x</a>'],
  ['W_LINK', '»<img alt="x">'],
  ['W_LINK', '<a »href="https://a.example>x</a> <a href="https://b.example">y</a>'],
  ['W_HTML', '<p>»<a href="https://a.example">x</p><p><a href="https://b.example">y</a></p>'],
  ['W_HTML', '<p>x</p>»<!-- <p>y</p>'],
  ['W_HTML', '»<a href="https://a.example/x>x</a>'],
  ['W_HTML', '»<style>p { color: red }<body>x'],
  ['W_HTML', '<p>»<a href="https://a.example/x">x<a/></p>'],
  ['W_TEXT', '<b>20»Â\xa0€</b>'],
  ['W_TEXT', '<p>A Sch»\uFFFDn day</p>'],
  ['W_TEXT', '<p>»Ã¼ber {{ event.city }}</p>'],
  ['W_ALT', '{% raw %}»<img src="https://a.example/x.png">{% endraw %}'],
  ['W_LINK', '{% comment %}<a href="">{% endcomment %}{# <a href=""> #}<a »href="">x</a>'],
])('%s in %s', (code, marked) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  expect(found.every(({ file }) => file === 'campaigns/body.html')).toBe(true);
}); // prettier-ignore

it.each([
  ['whole addresses', '<a href="https://a.example/x#y">x</a><img alt="A" src="https://a.example/x.png">'],
  ['addresses of the template', '<a href="{{ user.cart_url }}">x</a><a href="{{ user.shop }}/sale">y</a><a {{ user.link }}>z</a>'],
  ['other kinds of addresses', '<a href="mailto:a@example.com?subject=Hello there">x</a><a href="tel:+491">y</a><a href="#top">z</a><a href="geo:52.52,13.40">z</a>'],
  ['addresses of an app', '<a href="shop-app://sale">x</a><a href="com.example.shop:/x?y=1">y</a><a href="com.example.shop:cart">z</a>'],
  ['images that nobody sees', '<img src="https://a.example/x.gif" style="width: 1px; height:0"><img style="display: none" src="https://a.example/x">'],
  ['an image that only decorates', '<img src="https://a.example/x.png" alt=""><img src="https://a.example/x.png" alt>'],
  ['an address from a condition', '<a href="{% if user.age > 1 %}https://a.example{% endif %}">x</a>'],
  ['comments', '<!-- <a href=""><img src="http://a.example"> -->x<!--[if !mso]><!--><a href="https://a.example">x</a><!--<![endif]--><!-->'],
  ['an anchor', '<a name="top"></a><a id="x">x</a><a href="https://a.example"></a><a></a><a name="y"><h1>x</h1>'],
  ['attributes of conditions', '<img {% if user.n > 3 %}class="x"{% endif %} src="https://a.example/x.png" {% if user.n < 1 %}alt="x"{% else %}alt="y"{% endif %}>'],
  ['tags in values of the template', `{{ event.a | replace: '<a href="/', '<a href="https://a.example/' }}{% assign x = "<h1>" %}`],
  ['tags in comments of the template', '{% comment %}<img src="x"> <a href="#">x</a> <!-- {% endcomment %}{# <a href="/old"> <!-- #}{{ "<!--" }}'],
  ['an image in the text', '<img alt="" src="data:image/png;base64,AAAA/TODO/=">'],
  ['what HTML closes by itself', '<ul><li>x<li>y</ul><p>x<p>y<table><tr><td>x<td>y</table><br><hr><img alt="" src="https://a.example/x">'],
  ['parts for Outlook', '<!--[if mso]><table><tr><td><![endif]--><div>x</div><!--[if mso]></td></tr></table><![endif]--><![if !mso]><table><tr><td><![endif]>x'],
  ['elements in branches', '{% if user.age > 1 %}<a href="https://a.example/1">{% else %}<a href="https://a.example/2">{% endif %}x</a>'],
  ['style sheets and scripts', '<title>a < b</title><style>a > b[c="d"] { color: red } /* <b> <h1> */</style><script>if (a<b) document.write("<h1>")</script>'],
  ['tags in values', '<img alt="a <b> c" src="https://a.example/x"><a title="x > y" href="https://a.example">3 < 4, 5 <6, I <3 you</a>'],
  ['values without quotes', `<a href=https://a.example/x title=it's>x</a><a href={{user["link"]}}>y</a><A HREF="https://a.example">x</A>`],
  ['other letters', '<p lang="pt">NÃO, SÃO, Ângela, MÃE, Â, “Â»”, Ãngelo, Ð, ÅÅ, 5 €</p><!-- Ã¼ -->{{ event.a | replace: "Ã¼", "ü" }}&nbsp;&amp;'],
])('accepts %s', (_, html) => {
  expect(findings(html).found).toEqual([]);
}); // prettier-ignore

it.each(BAD_ADDRESSES)('the address %j leads nowhere', (address) => {
  const { places, found } = findings(`<p>x</p>\n<a »href="${address}">x</a>`);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
});

const push = (platform: string, fields: string) =>
  `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { ${platform}: { template_type: BASIC, basic_details: { title: a, message: b${fields} } } } } }\n`;

it.each([
  ['web', ', redirect_url: »"http://a.example/"'],
  ['web', ', redirect_url: "https://a.example/"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: »"shop.example.com/sale"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: »"https://"'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: com.example.shop.Main'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: shop-app://sale'],
  ['android', ', default_click_action: DEEPLINKING, default_click_action_value: "{{ user.link }}"'],
  ['android', ', default_click_action: RICH_LANDING, default_click_action_value: "https://a.example/{{ user.path }}"'],
  ['android', ', default_click_action: »DEEPLINKING'],
  ['android', ', default_click_action: RICH_LANDING, default_click_action_value: »https://example'],
  ['android', ''],
])('where a push message for %s leads%s', (platform, fields) => {
  const { text, places } = unmark(push(platform, fields));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
}); // prettier-ignore

const OTHERS = '<p><a href="https://a.example/new">See what is new</a></p>';

it.each(['<p>Ten percent off</p>', '<!-- unsubscribe -->', '<style>.unsubscribe {}</style>'])(
  'a promotional email with %s has no way to unsubscribe',
  (html) => {
    const codes = (kind: string) => findings(`${OTHERS}\n${html}`, kind).found.map(placeAndCode);
    expect(codes('PROMOTIONAL')).toContain('1:1 W_UNSUBSCRIBE');
    expect(codes('TRANSACTIONAL')).not.toContain('1:1 W_UNSUBSCRIBE');
  },
);

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
  'To unsubscribe, visit your <a href="https://a.example/l">Profile</a>',
  'Imprint · Abmelden: <a href="https://a.example/l">Hier</a>',
  'Unsubscribe <a href="https://a.example/l"><img src="https://a.example/x.png" alt="x"></a>',
  'Unsubscribe | <a href="https://a.example/l">www.a.example/l</a>',
  '<a href="https://a.example/">Imprint</a> · <a href="{{ user.unsubscribe_url }}">Leave</a> · Unsubscribe',
  '<a href="https://a.example/l">Contact us</a> or unsubscribe at any time',
  'Abmelden</p><p><a href="https://a.example/l">Einstellungen</a>',
  ...['配信停止はこちら', 'إلغاء الاشتراك', 'Se d&eacute;sabonner', '&#85;nsubscribe', 'Un&shy;subscribe', 'Se de\u0301sabonner', 'Annulla l\u2019iscrizione']
    .map((text) => `<a href="https://a.example/l">${text}</a>`), // prettier-ignore
])('%s is a way to unsubscribe', (link) => {
  expect(findings(`${OTHERS}\n<p>${link}</p>`, 'PROMOTIONAL').found).toEqual([]);
});

it('is reported within the time limit for long texts', () => {
  const parts = ['<img ', '<a href="', '<!-- ', "href='", 'href=', '<img alt', '<a>x ', '<a href="https://[[{{" unsub', 'https://', '<p>unsub{{', '[[> x] ', '<a href=https://{{unsub', '<p></i>']; // prettier-ignore
  for (const part of parts)
    expect(findings(part.repeat(5_000), 'PROMOTIONAL').found.length).toBeLessThanOrEqual(61);
}, 20_000);
