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

function findings(marked: string, kind?: string, strict = false) {
  const { text, places } = unmark(marked);
  const texts = { 'campaigns/body.html': text };
  return { places, found: load({ 'a.yaml': mail(kind) }, { texts, strict }).diagnostics };
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
])('%s is a warning, and an error under --strict', (_, code, marked) => {
  const { places, found } = findings(marked);
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  expect(found.every(({ file }) => file === 'campaigns/body.html')).toBe(true);
  expect(findings(marked, undefined, true).found.map((one) => one.code)).toEqual([code.replace('W_', 'E_')]);
}); // prettier-ignore

it.each([
  ['whole addresses', '<a href="https://a.example/x#y">x</a><img alt="A" src="https://a.example/x.png">'],
  ['addresses of the template', '<a href="{{ user.cart_url }}">x</a>'],
  [
    'other kinds of addresses',
    '<a href="mailto:a@example.com">x</a><a href="tel:+491">y</a><a href="#top">z</a>',
  ],
  [
    'an address of an app',
    '<a href="shop-app://sale">x</a><a href="sms:+491">y</a><img alt="" src="cid:logo">',
  ],
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

it('reads past a comment that never ends', () => {
  expect(findings('<!-- x <a »href="">').found.map(({ code }) => code)).toEqual(['W_LINK']);
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

it('a promotional email has a link to unsubscribe', () => {
  const bare = '<p>Ten percent off</p>';
  expect(findings(bare, 'PROMOTIONAL').found.map(placeAndCode)).toEqual(['1:1 W_UNSUBSCRIBE']);
  expect(findings(`${bare}<!-- unsubscribe -->`, 'PROMOTIONAL').found.map(placeAndCode)).toEqual(['1:1 W_UNSUBSCRIBE']);
  for (const link of ['<a href="{{ user.unsubscribe_url }}">No more offers</a>', '<a href="https://a.example/l">Newsletter abbestellen</a>', '<a href="https://a.example/opt-out">x</a>'])
    expect(findings(bare + link, 'PROMOTIONAL').found).toEqual([]);
  for (const dead of ['<a »href="#">Unsubscribe</a>', '<a »href="">Unsubscribe</a>', '<a href="https://a.example/l">Sale</a> <a »href="#">Unsubscribe</a>', '<p>To unsubscribe, click <a »href="#">here</a>'])
    expect(findings(bare + dead, 'PROMOTIONAL').found.map(({ code }) => code)).toEqual(['W_UNSUBSCRIBE', 'W_LINK']);
  expect(findings(bare, 'TRANSACTIONAL').found).toEqual([]);
}); // prettier-ignore

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
  const parts = ['<img ', '<a href="', '<!-- ', "href='", 'href=', '<img alt'];
  for (const part of parts) expect(findings(part.repeat(40_000)).found.length).toBeLessThanOrEqual(40);
}, 20_000);
