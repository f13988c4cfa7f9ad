import { memberOf, type JsonObject } from '../../model/json.ts';
import { counted, visibleText } from '../../model/show.ts';
import { markedMarkup } from './mark-words.ts';
import type { Message } from './messages.ts';
import { safeMail, type SafeMail } from './safe-mail.ts';
import { Text, textAt, type SideOf } from './side.tsx';

// An email as its recipients see it: in the list of their inbox, and opened, in a frame without any rights. The script of the
// page makes the frame when the card is opened; until then its document is only text.

interface MailProps {
  readonly side: SideOf;
  readonly shown: ShownMail | undefined;
}

export function MailView({ side, shown }: MailProps) {
  const { content, name } = side;
  const from = [textAt(content, 'sender_name'), textAt(content, 'from_address')].filter(Boolean);
  const title = `${name === 'before' ? 'Now' : 'After the change'}: the mail`;
  return (
    <div class="mail">
      <div class="inbox">
        <strong>{from[0] ?? 'No sender yet'}</strong>
        <span class="subject">
          <Text side={side} path={['subject']} missing="No subject yet" />
        </span>
        <span class="faint">
          <Text side={side} path={['preview_text']} missing="No preview text" />
        </span>
        <span class="faint small">{[...from.slice(1), ...alsoTo(content)].join(' · ')}</span>
      </div>
      {shown === undefined ? (
        <p class="faint">{bodyWords(content)}</p>
      ) : (
        <>
          <div class="frame" data-title={title} data-srcdoc={frameDocument(shown)} />
          <MailNotes mail={shown.mail} />
        </>
      )}
    </div>
  );
}

function bodyWords(content: JsonObject): string {
  const template = textAt(content, 'custom_template_id');
  return template === undefined
    ? 'No content yet.'
    : `The template ${template} of the service. Its look isn't known here.`;
}

const ALSO = { reply_to_address: 'replies to', cc_ids: 'copies to', bcc_ids: 'blind copies to' };

function alsoTo(content: JsonObject): string[] {
  return Object.entries(ALSO).flatMap(([field, words]) => {
    const value = memberOf(content, field);
    const text = Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'string' ? value : '';
    return text === '' ? [] : [`${words} ${text}`];
  });
}

/** The body of a mail, with the words marked that change. */
export interface ShownMail {
  readonly mail: SafeMail;
  readonly body: string;
}

/** The bodies of both sides of a change. */
export function shownMails({ before, after }: Pick<Message, 'before' | 'after'>) {
  const [was, now] = [before, after].map((content) => {
    const html = content && textAt(content, 'html_content');
    return html === undefined ? undefined : safeMail(html);
  });
  const [old, next] = was && now && was.body !== now.body ? markedMarkup(was.body, now.body) : [];
  return {
    before: was && { mail: was, body: old ?? was.body },
    after: now && { mail: now, body: next ?? now.body },
  };
}

/** What can't be clicked in the frame, as text. */
function MailNotes({ mail: { links, pictures } }: { readonly mail: SafeMail }) {
  return (
    <>
      {pictures > 0 && (
        <p class="small faint">{counted(pictures, 'picture')}, shown when you ask for pictures.</p>
      )}
      {links.length > 0 && (
        <details class="links">
          <summary>{counted(links.length, 'link')}</summary>
          <ul>
            {links.map((link) => (
              <li>{link === '' ? '(an empty address)' : link}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The policy of a frame before pictures are asked for. The script of the page adds `https:` then. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** How mail programs show what a mail doesn't say: dark letters on white, as wide as the window. */
const FRAME_STYLE =
  ':root{color-scheme:light}body{margin:8px;background:#fff;color:#000;font:16px/1.4 sans-serif;overflow-wrap:anywhere}a[title]{color:#0b5394;text-decoration:underline}img{max-width:100%}img[data-src]{background:#eee;outline:1px dashed #767676;min-width:2em;min-height:1.5em;font-size:12px}';

/** A whole document. Characters that can't be seen stay what they are, because mails use them for a reason. */
function frameDocument({ mail: { css, lang }, body }: ShownMail): string {
  const language = lang !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(lang) ? lang : '';
  const shown = visibleText(body, (one) => `&#${one.codePointAt(0) ?? 0};`);
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">`,
    `<style>${FRAME_STYLE}</style><style>${visibleText(css, () => '')}</style><body>${shown}`,
  ].join('');
}
