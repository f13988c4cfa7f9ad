// The names that template expressions may use (open point W18). The service's language is close to Jinja; the local
// service uses Liquid. Names of either language are accepted here, so that a warning points to a typo.

/**
 * The names that an expression may begin with. The specification mentions content blocks and the like without their
 * spelling.
 */
export const ROOTS: readonly string[] = [
  'user',
  'UserAttribute',
  'event',
  'EventAttribute',
  'BusinessEventAttribute',
  'vars',
  'ContentBlock',
  'ContentApi',
  'ProductSet',
  'CustomTemplate',
];

/** Usual attributes of a user, which are often written without `user.` before them. */
export const USER_ATTRIBUTES: readonly string[] = ['first_name', 'last_name', 'email', 'unsubscribe_url'];

/** The usual attribute that a name stands for: `firstName` is first_name. */
export function attributeLike(name: string): string | undefined {
  return USER_ATTRIBUTES.find((one) => bareName(one) === bareName(name));
}

export function bareName(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

/** Names that other programs have for the user. */
// prettier-ignore
export const OF_USER: readonly string[] = [
  'customer', 'person', 'contact', 'subscriber', 'recipient', 'profile', 'lead', 'member',
];

/** Names that other programs have for the address with which a user leaves a list. */
export const LEAVING =
  /^unsub|opt_?out|subscription_cent|manage_?(?:subscription|preference)|preference_?cent/i;

/** A link with which a user leaves a list. */
export const UNSUBSCRIBE_LINK = 'write <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>';

/** Tags that are closed by `end…`, with the tags that may divide them. */
export const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  if: ['elsif', 'elif', 'else'],
  unless: ['elsif', 'elif', 'else'],
  for: ['else'],
  case: ['when', 'else'],
  tablerow: [],
  capture: [],
  comment: [],
  raw: [],
  filter: [],
  macro: [],
  with: [],
  set: [],
  call: [],
  doc: [],
  ifchanged: ['else'],
};

/** Blocks whose content is not a template. */
export const VERBATIM: readonly string[] = ['raw', 'comment', 'doc'];

/** Tags without a closing tag. */
// prettier-ignore
export const SINGLE_TAGS: readonly string[] = [
  'assign', 'do', 'echo', 'increment', 'decrement', 'cycle', 'break', 'continue', 'liquid', '#',
  'include', 'render', 'import', 'from',
];

/** Tags that declare names for later expressions: the words before a sign, or all of them. */
export const DECLARING: Readonly<Record<string, '=' | 'in' | undefined>> = {
  assign: '=',
  set: '=',
  for: 'in',
  tablerow: 'in',
  capture: undefined,
  increment: undefined,
  decrement: undefined,
  macro: undefined,
  with: undefined,
  call: undefined,
};

/** Words with a meaning in the language itself. */
// prettier-ignore
export const WORDS: ReadonlySet<string> = new Set([
  'and', 'or', 'not', 'in', 'is', 'if', 'else', 'contains', 'reversed', 'recursive', 'continue', 'with', 'as', 'for',
  'true', 'false', 'nil', 'null', 'none', 'True', 'False', 'None', 'empty', 'blank',
  'forloop', 'tablerowloop', 'loop',
]);

/** Liquid's filters, then those that only Jinja has. */
export const FILTERS: readonly string[] = `
  abs append array_to_sentence_string at_least at_most base64_decode base64_encode base64_url_safe_decode base64_url_safe_encode capitalize ceil cgi_escape compact
  concat date date_to_long_string date_to_rfc822 date_to_string date_to_xmlschema default divided_by downcase escape
  escape_once find find_index first floor group_by has hmac_sha1 hmac_sha256 inspect join json jsonify last lstrip map md5 minus modulo
  newline_to_br normalize_whitespace number_of_words plus pop prepend push raw reject remove remove_first remove_last
  replace replace_first replace_last reverse round rstrip sha1 sha256 shift size slice slugify sort sort_natural split squish
  strip strip_html strip_newlines sum times to_integer truncate truncatewords uniq unshift upcase uri_escape url_decode
  url_encode where xml_escape
  attr batch center count d dictsort e filesizeformat float forceescape format groupby indent int items length list lower max
  min pprint random rejectattr safe select selectattr string striptags title tojson trim unique upper urlencode urlize
  wordcount wordwrap xmlattr`
  .trim()
  .split(/\s+/);
