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

it.each([
  ['an empty link', 'W_LINK', '<p>\n<a class="b" »href="">x</a>'],
  ['a blank link in single quotes', 'W_LINK', "<a »href=' '>x</a>"],
  ['a link to nowhere', 'W_LINK', '<a »href="#">x</a>'],
  ['an image without address', 'W_LINK', '<img alt="" »src="">'],
  ['the second of two links', 'W_LINK', '<a href="https://a.example">x</a> <a »HREF = "">y</a>'],
  ['a link that can be read on the way', 'W_LINK', '<a »href="http://a.example/x">x</a>'],
  ['also without quotes', 'W_LINK', '<a »href=HTTP://a.example/x>x</a>'],
  ['an image that can be read on the way', 'W_LINK', '<img alt="A" »src="http://a.example/x.png">'],
  ['a link without https', 'W_LINK', '<a »href="shop.example.com/sale">x</a>'],
  ['a link that is a part of an address', 'W_LINK', '<a »href="/sale">x</a>'],
  ['a misspelled beginning', 'W_LINK', '<a »href="htps://a.example/x">x</a>'],
  ['an image without text', 'W_ALT', '<p>»<img src="https://a.example/x.png" width="10">'],
  ['the second of two images', 'W_ALT', '<img alt="A" src="https://a.example/x.png"/>»<img src="https://a.example/x.png"/>'],
  ['an empty link without quotes', 'W_LINK', '<a »href= >x</a>'],
  ['a link without a value', 'W_LINK', '<a »href>x</a>'],
  ['an upper-case image', 'W_ALT', "»<IMG SRC='https://a.example/x.png'>"],
  ['an image whose title speaks of alt text', 'W_ALT', '»<img title="an alt = text" src="https://a.example/x.png">'],
  ['a link in a branch of the template', 'W_LINK', '{% if user.age > 1 %}<a »href="">x</a>{% endif %}'],
  ['a link in a tag with a condition', 'W_LINK', '<a {% if user.age %}class="x"{% endif %} »href="http://a.example">x</a>'],
  ['an image of AMP', 'W_ALT', '»<amp-img src="https://a.example/x.png"></amp-img>'],
  ['an image that only has data for one', 'W_ALT', '»<img data-alt="x" src="https://a.example/x.png">'],
  ['a link without href', 'W_LINK', '<p>»<a class="button">x</a>'],
  ['a misspelled href', 'W_LINK', '»<a hred="https://a.example">x</a>'],
  ['an image without src', 'W_LINK', '»<img alt="x">'],
  ['a quote that never ends', 'W_LINK', '<a »href="https://a.example>x</a> <a href="https://b.example">y</a>'],
  ['a name in one pair of brackets', 'W_PLACEHOLDER', '<a href="»[shop_url]/sale">x</a>'],
  ['a hidden part that is never closed', 'W_HTML', '<body>»<div style="display: none">Preview<table><tr><td>x</table></body>'],
  ['a heading that is never closed', 'W_HTML', '<table><tr><td>»<h1>x</td></tr></table><h1>y</h1>'],
  ['a link without its end', 'W_HTML', '<p>»<a href="https://a.example">x</p><p><a href="https://b.example">y</a></p>'],
  ['a table in a table', 'W_HTML', '<table><tr><td>»<table><tr><td>x</td></tr></td></tr></table>'],
  ['the worst of several', 'W_HTML', '<b>x <h1>y »<a href="https://a.example">z'],
  ['a bold text in a branch', 'W_HTML', '{% if user.age > 1 %}<b>x</b>{% endif %}<p>»<b>y</p>'],
  ['an expression that lacks a brace', 'W_EXPRESSION', '<a href="https://a.example/»{{ user.id }">x</a>'],
  ['an expression with single braces', 'W_EXPRESSION', '<a href="https://a.example/»{ user.id }">x</a>'],
  ['a comment that never ends', 'W_UNQUOTED', '<p>x</p>»<!-- <p>y</p>'],
  ['a value without its quote', 'W_HTML', '<p>x</p>\n<p »style="color: red>y</p>'],
  ['a value that goes on to the next one', 'W_HTML', '<p »style="color: red>y</p><p class="z">y</p>'],
  ['a value that goes on in its tag', 'W_HTML', '<table><tr><td »style="color: red bgcolor="#fff">x</td></tr></table>'],
  ['a link without a quote before its address', 'W_HTML', '<a »class="y href="https://a.example/x">x</a>'],
  ['an image of another email', 'W_LINK', '<img alt="x" »src="cid:image001.png@01D9">'],
  ['a lost letter', 'W_TEXT', '<p>A »Sch\uFFFDn day</p>'],
  ['letters in the wrong encoding', 'W_TEXT', '<p>»Ã¼ber {{ user.city }}</p>'],
  ['a link after a comparison', 'W_LINK', '<a {% if user.n > 3 %}class="x"{% endif %} »href="/sale">x</a>'],
  ['an image in what is no template', 'W_ALT', '{% raw %}»<img src="https://a.example/x.png">{% endraw %}'],
  ['a link after a comment', 'W_LINK', '{% comment %}<a href="">{% endcomment %}{# <a href=""> #}<a »href="">x</a>'],
])('%s is a warning', (_, code, marked) => {
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

it.each(['http://localhost:3000/sale', 'https://127.0.0.1/', 'localhost:3000/sale'])('nobody else can open %s', (address) => {
  const found = [{ message: `${address} is on your own computer, so customers can't open it`, hint: 'write the public address' }];
  expect(findings(`<a href="${address}">x</a>`).found).toMatchObject(found);
  expect(findings('<a href="https://localhost.example/">x</a>').found).toEqual([]);
}); // prettier-ignore

const BEGINNING = "doesn't begin with https://, so it leads nowhere";
const PART = 'is only a part of an address, so this href leads nowhere in an email';

it.each([
  ['shop.example.com/sale', BEGINNING, 'https://shop.example.com/sale'],
  ['www.{{ user.shop }}.example', BEGINNING, 'https://www.{{ user.shop }}.example'],
  ['shop.example.com:8443/sale', BEGINNING, 'https://shop.example.com:8443/sale'],
  ['htps://shop.example.com', BEGINNING, 'https://shop.example.com'],
  ['https:/shop.example.com', BEGINNING, 'https://shop.example.com'],
  ['https//shop.example.com', BEGINNING, 'https://shop.example.com'],
  ['http;//shop.example.com', BEGINNING, 'https://shop.example.com'],
  [
    'help@shop.example.com',
    "doesn't begin with mailto:, so it leads nowhere",
    'mailto:help@shop.example.com',
  ],
  ['0800 123456', "doesn't begin with tel:, so it leads nowhere", 'tel:0800123456'],
  ['+49 (30) 123-456', "doesn't begin with tel:, so it leads nowhere", 'tel:+4930123456'],
  ['/sale', PART, 'the full address, such as https://…'],
  ['sale.html', PART, 'the full address, such as https://…'],
])('the link %s: says what to write', (address, message, write) => {
  const { found } = findings(`<a href="${address}">x</a>`);
  expect(found).toMatchObject([{ message: `${address} ${message}`, hint: `write ${write}` }]);
});

it.each(['https://', 'http://', 'https:', 'https//', 'mailto:'])('the link %s: has no address', (address) => {
  const message = `nothing follows ${address}, so it leads nowhere`;
  const { found } = findings(`<a href="${address}">x</a>`);
  expect(found).toMatchObject([{ message, hint: 'write the full address' }]);
});

const WEBSITE = 'is not the name of a website';
const SPACE = ['contains a space', 'remove it, or write %20 in its place'];

it.each([
  ['https://shop .example.com', `https://shop .example.com ${SPACE[0]}`, 'write https://shop.example.com'],
  ['https:// shop.example.com/x', `https:// shop.example.com/x ${SPACE[0]}`, 'write https://shop.example.com/x'],
  ['https://shop,example.com', `shop,example.com ${WEBSITE}`, 'write https://shop.example.com'],
  ['https://shop..example.com', `shop..example.com ${WEBSITE}`, 'write https://shop.example.com'],
  ['https://shop.examplecom/x', `shop.examplecom ${WEBSITE}`, 'write https://shop.example.com/x'],
  ['https://example', `example ${WEBSITE}`, 'write the full address, such as https://…'],
  ['https://shop.example.com/sale page', `https://shop.example.com/sale page ${SPACE[0]}`, SPACE[1]],
  ['https://https://shop.example.com', 'https://https://shop.example.com begins twice', 'remove the first https://'],
  ['https://shop.example.com\\sale', 'https://shop.example.com\\sale has a backslash', 'write https://shop.example.com/sale'],
  ['https://shop.example.com/?a=1?utm_source=x', 'https://shop.example.com/?a=1?utm_source=x has a second question mark', 'write & in its place'],
  ['“https://shop.example.com”', '“https://shop.example.com” has curly quotes', 'write straight quotes: "https://shop.example.com"'],
  ['https://TODO', "https://TODO isn't written yet", 'write the full address'],
  ['https://shop.example.com/?utm_campaign=xxx', "https://shop.example.com/?utm_campaign=xxx isn't written yet", 'write the full address'],
  ['javascript:void(0)', 'javascript:void(0) does nothing in an email', 'write the full address, such as https://…'],
  ['mailto:care@example', 'care@example is not an email address', 'write one, such as mailto:name@example.com'],
])('the link %j: says what is wrong with it', (address, message, hint) => {
  expect(findings(`<a href="${address}">x</a>`).found).toMatchObject([{ message, hint }]);
}); // prettier-ignore

it.each([
  ['<a href="https://a.example/x>x</a>', 'the closing quote of href is missing', 'write it after the address'],
  ['<a href="https://a.example/x>x</a> <b title="y">', 'the closing quote of href is missing', 'write it after the address'],
  ["<a href='https://a.example/x class='y'>x</a>", 'the closing quote of href is missing', 'write it after the address'],
  ['<a class="y href="https://a.example/x">x</a>', 'the closing quote of class is missing', 'write class="y"'],
  ['<a href=https://a.example/x" class="y">x</a>', 'the opening quote of href is missing', 'write it before the address'],
  ["<p><a href=https://a.example/x'>it's</a>", 'the opening quote of href is missing', 'write it before the address'],
  [`<a href="https://a.example/x' class="y">x</a>`, 'the quotes of href differ', 'write "https://a.example/x"'],
  [`<a href='https://a.example/x">x</a><p title='y'>`, 'the quotes of href differ', 'write "https://a.example/x"'],
  ['<a href "https://a.example/x">x</a>', '= is missing after href', 'write it before the address'],
  ['<a href”https://a.example/x”>x</a>', 'this href leads nowhere', 'write the full address, such as https://…'],
  ['<a href=”https://a.example/x”>x</a>', '”https://a.example/x” has curly quotes', 'write straight quotes: "https://a.example/x"'],
  ['<a hred="https://a.example/x">x</a>', 'this link has no href', 'write href="https://a.example/x"'],
  ['<a href: "https://a.example/x">x</a>', 'this link has no href', 'write href="https://a.example/x"'],
  ['<a link="https://a.example/x">x</a>', 'this link has no href', 'write href="https://a.example/x"'],
  ['<a>x</a>', 'this link has no href', 'add href="https://…"'],
  ['<img alt="">', 'this image has no src', 'add src="https://…"'],
  ['<p style="color: red>x</p>', 'the closing quote of style is missing', 'write style="color: red"'],
  ["<p style='color: red>x</p><p>It's y</p>", 'the closing quote of style is missing', 'write style="color: red"'],
  ['<img alt="x" src="cid:x@01">', "cid:x@01 was copied from an email or a program, so customers don't see this image", 'upload the image, and write its address, such as https://…'],
  ['Sch\uFFFDn', 'a letter was lost in "Sch\uFFFDn"', 'write the word again'],
  ...[
    ['Ã¼ber', 'über'],
    ['itâ€™s', 'it’s'],
    ['20Â\xa0€', '20 €'],
    ['ðŸŽ‰', '🎉'],
    ['schÃƒÂ¶n', 'schön'],
    ['ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'Привет'],
    ['Å¡kola', 'škola'],
  ].map(([written, meant]) => [`<b>${written}</b>`, `"${written}" was copied or saved in the wrong encoding`, `write "${meant}"`]),
  ['itâ€', '"itâ€" was copied or saved in the wrong encoding', 'write the word again'],
  ['<style>p { color: red }<body>x', "this <style> is never closed, so customers don't see what follows it", 'write </style> where it ends'],
  ['<title>x<body>y</body>', "this <title> is never closed, so customers don't see what follows it", 'write </title> where it ends'],
  ['<textarea><p>x</p>', "this <textarea> is never closed, so customers don't see what follows it", 'write </textarea> where it ends'],
  ['<div style="display:none">x<p>y</p>', `this <div style="display:none"> is never closed, so customers don't see what follows it`, 'write </div> where it ends'],
  ['<h1>x<p>y</p>', 'this <h1> is never closed', 'write </h1> where it ends'],
  ['<h1 class="y">x<h1><p>y</p>', 'this <h1> is inside another one', 'write </h1>'],
  ['<p><a href="https://a.example/x">x<a/></p>', 'this <a> is inside another one', 'write </a>'],
  ['<p><a href="https://a.example/x">x<a></p>', 'this <a> is inside another one', 'write </a>'],
  ['<h1>x</h1\n<p>y</p>', 'this tag never ends', 'write > where it ends'],
  ['<p><a href="https://a.example/x" class="y"\nWhat\'s new</a></p>', 'this tag never ends', 'write > where it ends'],
  ['<p>x</p>\n  h1 class="y">x</h1>', 'the < of h1 class="y"> is missing', 'write <h1 class="y">'],
  ['<!-- x', 'this comment never ends, so customers see nothing after it', 'write --> where it ends'],
  ['<a href="[shop_url]/x">x</a>', '[shop_url] would be sent literally', 'write [[shop_url]], and give it a value where the text is used: with: { shop_url: … }'],
])('%s: says what is missing', (html, message, hint) => {
  expect(findings(html).found).toMatchObject([{ message, hint }]);
}); // prettier-ignore

it('reads past a comment that never ends', () => {
  expect(findings('<!-- x <a »href="">').found.map(({ code }) => code)).toEqual(['W_UNQUOTED', 'W_LINK']);
});

it.each(['redirect_url', 'image_url'])('%s of a push must not begin with http: either', (field) => {
  const push = (address: string) =>
    `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { web: { template_type: BASIC, basic_details: { title: a, message: b, ${field}: ${address} } } } } }\n`;
  const { text, places } = unmark(push('»"http://a.example/"'));
  expect(load({ 'a.yaml': text }).diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
  expect(load({ 'a.yaml': push('"https://a.example/"') }).diagnostics).toEqual([]);
  expect(load({ 'a.yaml': push('htps://a.example/x') }).diagnostics).toMatchObject([{ code: 'W_LINK', hint: 'write https://a.example/x' }]);
}); // prettier-ignore

it.each([
  ['shop.example.com/sale', ['write https://shop.example.com/sale']],
  ['https://', ['write the full address']],
  ['com.example.shop.Main', []],
  ['shop-app://sale', []],
  ['{{ user.link }}', []],
])('where a push message leads: %j', (value, hints) => {
  const text = `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { title: a, message: b, default_click_action: DEEPLINKING, default_click_action_value: "${value}" } } } } }\n`;
  expect(load({ 'a.yaml': text }).diagnostics.map(({ hint }) => hint)).toEqual(hints);
});

const tap = (fields: string) => `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { title: a, message: b${fields} } } } } }\n`; // prettier-ignore

it.each([
  [', default_click_action: »DEEPLINKING', 'DEEPLINKING leads nowhere, because default_click_action_value is missing', 'add default_click_action_value: with the address, or remove default_click_action'],
  [', default_click_action: »NAVIGATE_TO_A_SCREEN', 'NAVIGATE_TO_A_SCREEN leads nowhere, because default_click_action_value is missing', 'add default_click_action_value: with the name of the screen, or remove default_click_action'],
  [', default_click_action: RICH_LANDING, default_click_action_value: »shop-app://cart', 'RICH_LANDING opens a web page, but shop-app://cart is a link into the app', 'write DEEPLINKING in place of RICH_LANDING, or an address that begins with https://'],
  [', default_click_action: RICH_LANDING, default_click_action_value: »https://example', `example ${WEBSITE}`, 'write the full address, such as https://…'],
])('a push message with %s leads nowhere', (marked, message, hint) => {
  const { text, places } = unmark(tap(marked));
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found).toMatchObject([{ message, hint }]);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} W_LINK`));
}); // prettier-ignore

it.each([
  '',
  ', default_click_action: DEEPLINKING, default_click_action_value: "{{ user.link }}"',
  ', default_click_action: RICH_LANDING, default_click_action_value: "https://a.example/{{ user.path }}"',
])('a push message with %s is accepted', (fields) => {
  expect(load({ 'a.yaml': tap(fields) }).diagnostics).toEqual([]);
});

it('a promotional email has a link to unsubscribe', () => {
  const bare = '<p>Ten percent off</p>';
  expect(findings(bare, 'PROMOTIONAL').found.map(placeAndCode)).toEqual(['1:1 W_UNSUBSCRIBE']);
  expect(findings(`${bare}<!-- unsubscribe -->`, 'PROMOTIONAL').found.map(placeAndCode)).toEqual(['1:1 W_UNSUBSCRIBE']);
  for (const link of ['<a href="{{ user.unsubscribe_url }}">No more offers</a>', '<a href="https://a.example/l">Newsletter abbestellen</a>', '<a href="https://a.example/opt-out">x</a>'])
    expect(findings(bare + link, 'PROMOTIONAL').found).toEqual([]);
  expect(findings(bare, 'TRANSACTIONAL').found).toEqual([]);
}); // prettier-ignore

it('an unsubscribe link may be in a snippet', () => {
  const texts = {
    'campaigns/body.html': 'x [[> footer.html]]',
    'campaigns/snippets/footer.html': '<p>Shop</p>',
  };
  const { diagnostics } = load({ 'a.yaml': mail('PROMOTIONAL') }, { texts });
  const message =
    'no unsubscribe link was found in this promotional email or in campaigns/snippets/footer.html';
  expect(diagnostics).toMatchObject([{ file: 'campaigns/body.html', message }]);
});

const OTHERS = '<p><a href="https://a.example/new">See what is new</a></p>';

it.each([
  ...['<a »href="#">Unsubscribe</a>', '<a »href="">Unsubscribe</a>', '<a href="https://a.example/l">Sale</a> <a »href="#">Unsubscribe</a>', '<p>To unsubscribe, click <a »href="#">here</a>', '<a »href="javascript:void(0)">Unsubscribe</a>', '»<a>Unsubscribe</a>', '»<a hred="{{ user.unsubscribe_url }}">Unsubscribe</a>'].map((link) => [link, 'this unsubscribe link leads nowhere', 'write href="{{ user.unsubscribe_url }}"']),
  ['<a »href="{{ user.unsubscribe_url }}"></a>', 'this unsubscribe link has no text, so nobody sees it', 'write its text before </a>'],
  ['<a href="https://a.example/x">Wir ankündigen: Renew your subscription</a>', 'no unsubscribe link was found in this promotional email', 'if there is none, add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>'],
  ...[
    ['', 'Unsubscribe', ''],
    ['<b>\n ', 'Click here to unsubscribe', ' </b>'],
    ['', 'Se d&eacute;sabonner', ''],
    ['<a href="https://a.example/">Shop now</a> · Imprint · ', 'Unsubscribe', ''],
    ['<a href="https://a.example/">Shop now</a> &middot; Imprint &middot; ', 'Unsubscribe', ' &middot; Contact'],
    ['<a href="https://a.example/">Shop now</a> | ', 'Unsubscribe', ''],
    ['', 'Unsubscribe', ' · <a href="https://a.example/imprint">Imprint</a>'],
    ['', 'Abmelden', ' <a href="https://a.example/imprint">Impressum</a>'],
    ['', 'Newsletter abbestellen', ' - <a href="https://a.example/imprint">Impressum</a> - <a href="https://a.example/agb">AGB</a>'],
    ['<a href="https://a.example/">Go</a>\n        ', 'unsubscribe', ''],
  ].map(([before = '', words = '', after = '']) => [`${before}»${words}${after}`, `"${words}" is not a link`, `write <a href="{{ user.unsubscribe_url }}">${words}</a>`]),
  ['Why do people never unsubscribe from us? <a href="https://a.example/x"></a>', 'no unsubscribe link was found in this promotional email', 'if there is none, add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>'],
])('%s is not an unsubscribe link', (link, message = '', hint = '') => {
  const { places, found } = findings(`${OTHERS}\n<p>${link}</p>`, 'PROMOTIONAL');
  expect(found).toMatchObject([{ code: 'W_UNSUBSCRIBE', message, hint }]);
  expect(found.map(placeAndCode)).toEqual((places.length > 0 ? places : ['1:1']).map((place) => `${place} W_UNSUBSCRIBE`));
}); // prettier-ignore

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

it.each(['*|UNSUB|*', '*|UNSUBSCRIBE|*', '%%unsubscribe_url%%', '{unsubscribe}', '{$unsubscribe}', '%unsubscribe%', '[unsubscribe]', '@unsubscribe@', '${unsubscribe_url}'])('%s is not an unsubscribe link', (part) => {
  const link = `<p>Ten percent off</p><a href="»${part}">Unsubscribe</a>`;
  for (const [kind, code] of [['PROMOTIONAL', 'W_UNSUBSCRIBE'], ['TRANSACTIONAL', 'W_PLACEHOLDER']]) {
    const { places, found } = findings(link, kind);
    expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(found).toMatchObject([{ hint: 'write {{ user.unsubscribe_url }}' }]);
  }
  const both = `${link}<a href="{{ user.unsubscribe_url }}">Leave</a>`;
  expect(findings(both, 'PROMOTIONAL').found.map(({ code }) => code)).toEqual(['W_PLACEHOLDER']);
}); // prettier-ignore

it.each(['[Unsubscribe]', '{ Unsubscribe }', '100% unsubscribed 5%', 'me@unsubscribe.example'])('the text %s of a link is not a placeholder', (text) => {
  expect(findings(`<a href="{{ user.unsubscribe_url }}">${text}</a>`, 'PROMOTIONAL').found).toEqual([]);
}); // prettier-ignore

it('is reported within the time limit for long texts', () => {
  const parts = ['<img ', '<a href="', '<!-- ', "href='", 'href=', '<img alt', '<a>x ', '<a href="https://[[{{" unsub', 'https://', '<p>unsub{{', '[[> x] ', '<a href=https://{{unsub', '<p></i>']; // prettier-ignore
  for (const part of parts)
    expect(findings(part.repeat(20_000), 'PROMOTIONAL').found.length).toBeLessThanOrEqual(45);
}, 20_000);
