// The names that templates may use (open point W18). The service's language is close to Jinja; the local service uses
// Liquid. Names of either language are accepted, so that a warning points to a typo.

/**
 * The names that an expression may begin with. The specification mentions content blocks and the like without their
 * spelling.
 */
// prettier-ignore
export const ROOTS: readonly string[] = [
  'user', 'UserAttribute', 'event', 'EventAttribute', 'BusinessEventAttribute', 'vars',
  'ContentBlock', 'ContentApi', 'ProductSet', 'CustomTemplate',
];

/** Roots that are empty in a campaign that no event triggers. */
export const OF_EVENTS: readonly string[] = ['event', 'EventAttribute'];

/** Tags that are closed by `end…`, with the tags that may divide them. */
export const BLOCKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['if', ['elsif', 'elif', 'else']],
  ['unless', ['elsif', 'elif', 'else']],
  ['for', ['else']],
  ['case', ['when', 'else']],
  ['ifchanged', ['else']],
  ...words('tablerow capture comment raw doc filter macro with set call').map(
    (name): [string, readonly string[]] => [name, []],
  ),
]);

/** Tags without a closing tag. */
export const SINGLE_TAGS: readonly string[] = words(
  'assign do echo increment decrement cycle break continue liquid # include render import from',
);

export const DIVIDERS: readonly string[] = [...BLOCKS.values()].flat();

export const TAGS: readonly string[] = [
  ...BLOCKS.keys(),
  ...SINGLE_TAGS,
  ...[...BLOCKS.keys()].map((name) => `end${name}`),
  ...DIVIDERS,
];

/** Tags that need a condition or a list. */
export const NEEDING: readonly string[] = words('if unless elsif elif for case when');

/** Tags that declare names for later expressions: the words before a sign, or all of them. */
export const DECLARING: ReadonlyMap<string, '=' | 'in' | undefined> = new Map([
  ['assign', '='],
  ['set', '='],
  ['for', 'in'],
  ['tablerow', 'in'],
  ...words('capture increment decrement macro with call').map((name): [string, undefined] => [
    name,
    undefined,
  ]),
]);

/** Tags that contain no expressions. */
export const UNREAD: readonly string[] = words(
  'comment raw doc # include render import from filter macro capture increment decrement',
);

/** Words with a meaning in the language itself. */
export const WORDS: readonly string[] = words(`
  and or not in is if else contains reversed recursive continue with as for of
  true false nil null none True False None empty blank forloop tablerowloop loop`);

/** Liquid's filters, then those that only Jinja has. */
export const FILTERS: readonly string[] = words(`
  abs append array_to_sentence_string at_least at_most base64_decode base64_encode base64_url_safe_decode base64_url_safe_encode capitalize ceil cgi_escape compact
  concat date date_to_long_string date_to_rfc822 date_to_string date_to_xmlschema default divided_by downcase escape
  escape_once find find_index first floor group_by has hmac_sha1 hmac_sha256 inspect join json jsonify last lstrip map md5 minus modulo
  newline_to_br normalize_whitespace number_of_words plus pop prepend push raw reject remove remove_first remove_last
  replace replace_first replace_last reverse round rstrip sha1 sha256 shift size slice slugify sort sort_natural split squish
  strip strip_html strip_newlines sum times to_integer truncate truncatewords uniq unshift upcase uri_escape url_decode
  url_encode where xml_escape
  attr batch center count d dictsort e filesizeformat float forceescape format groupby indent int items length list lower max
  min pprint random rejectattr safe select selectattr string striptags title tojson trim unique upper urlencode urlize
  wordcount wordwrap xmlattr`);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
