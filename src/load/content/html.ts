import { Tokenizer } from 'htmlparser2';
import { CODE, masked, type Hidden, type Piece } from './template.ts';

// The tags of an email, read once, by a tokenizer that knows the offset of everything. What templates have in their braces
// neither begins nor ends a tag. Comments, also those for Outlook, and the content of style sheets and scripts are skipped.
// Linear in the text.

export interface Html {
  readonly tags: readonly Tag[];
  /** The text without the code of its templates, at the same positions. */
  readonly sent: string;
  /** The same with spaces in place of comments and of what isn't shown. */
  readonly shown: string;
  /** Where a comment begins that never ends. It hides nothing here, because it was meant to end somewhere. */
  readonly openComment: number | undefined;
  readonly styles: readonly Piece[];
}

/** A start tag or an end tag. Its text is its beginning, such as `<img`. */
export interface Tag extends Piece {
  readonly name: string;
  readonly isEnd: boolean;
  readonly end: number;
  readonly attributes: readonly Attribute[];
  /** Whether a template writes some of its attributes. */
  readonly isTemplated: boolean;
  /** Whether its `>` is there, before another tag begins. */
  readonly isWhole: boolean;
  /** Whether it ends in `/>`. */
  readonly isEmpty: boolean;
}

/** Its text is as it is written: `alt="x"`. */
export interface Attribute extends Piece {
  readonly name: string;
  readonly value: string;
}

/** Elements whose content has no tags. */
const RAW: readonly string[] = ['style', 'script', 'title', 'textarea'];
/** Parts of a template that touch the name of an attribute: `{% if … %}href`. */
const AROUND_NAME = new RegExp(`^(?:\\{[{%]${CODE}*[}%]\\})+|(?:\\{[{%]${CODE}*[}%]\\})+$`, 'g');

const ignored = (): void => undefined;
const IGNORED = {
  ...{ onattribentity: ignored, ontextentity: ignored, oncdata: ignored },
  ...{ ondeclaration: ignored, onprocessinginstruction: ignored },
};

/** Reads a text, of which `sent` has no code of templates. */
export function scanHtml(text: string, sent: string): Html {
  const tags: Tag[] = [];
  const hidden: Hidden[] = [];
  const styles: Piece[] = [];
  let openComment: number | undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...IGNORED,
      ...startTags({ text, sent }, tags),
      onclosetag: (from, to) => {
        const [name, at] = [sent.slice(from, to).toLowerCase(), sent.lastIndexOf('<', from)];
        const [attributes, isTemplated, isWhole, isEmpty] = [[], false, true, false];
        const begun = text.slice(at, to);
        tags.push({ name, at, text: begun, isEnd: true, end: to, attributes, isTemplated, isWhole, isEmpty });
      },
      oncomment: (from, to) => {
        const at = sent.lastIndexOf('<', from - 1);
        if (to === sent.length) openComment ??= at;
        else hidden.push({ from: at, to: to + 1, sign: ' ' });
      },
      ontext: (from, to) => {
        const { isEnd = true, name = '' } = tags.at(-1) ?? {};
        if (isEnd || !RAW.includes(name)) return;
        hidden.push({ from, to, sign: ' ' });
        if (name === 'style') styles.push({ text: sent.slice(from, to), at: from });
      },
    },
  );
  tokenizer.write(sent);
  tokenizer.end();
  return { tags, sent, shown: masked(sent, hidden), openComment, styles };
}

/** What the tokenizer calls for a start tag and its attributes. The tag is added when it ends. */
function startTags({ text, sent }: { readonly text: string; readonly sent: string }, tags: Tag[]) {
  let begun: (Piece & Pick<Tag, 'name'>) | undefined;
  let attributes: Attribute[] = [];
  let isTemplated = false;
  let [nameAt, nameEnd, valueAt, valueEnd] = [0, 0, 0, 0];
  const end = (to: number, isEmpty: boolean, isCut = false) => {
    if (!begun) return;
    const { name, at, text: start } = begun;
    const isWhole = !isCut && !attributes.some((one) => one.name.startsWith('<'));
    tags.push({ name, at, text: start, isEnd: false, end: to, attributes, isTemplated, isWhole, isEmpty });
    begun = undefined;
  };
  return {
    onopentagname: (from: number, to: number) => {
      [attributes, isTemplated] = [[], false];
      begun = { name: sent.slice(from, to).toLowerCase(), at: from - 1, text: text.slice(from - 1, to) };
    },
    onattribname: (from: number, to: number) => {
      [nameAt, nameEnd, valueAt, valueEnd] = [from, to, to, to];
    },
    onattribdata: (from: number, to: number) => {
      [valueAt, valueEnd] = [valueAt === nameEnd ? from : valueAt, to];
    },
    onattribend: (_: unknown, to: number) => {
      const written = sent.slice(nameAt, nameEnd).toLowerCase();
      const name = written.replace(AROUND_NAME, '');
      const at = nameAt + written.indexOf(name);
      isTemplated ||= written.includes('{');
      if (name === '') return;
      attributes.push({ name, value: text.slice(valueAt, valueEnd), text: text.slice(at, to), at });
    },
    onopentagend: (at: number) => {
      end(at + 1, false);
    },
    onselfclosingtag: (at: number) => {
      end(at + 1, true);
    },
    onend: () => {
      end(sent.length, false, true);
    },
  };
}
