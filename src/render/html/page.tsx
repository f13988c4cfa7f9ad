import { raw } from 'hono/html';
import type { Child as Html } from 'hono/jsx';
import { inMedium, plainText, type Phrase } from '../../messages/phrase.ts';
import { visibleText } from '../../model/show.ts';
import { pageScript } from './page-script.js';
import { PAGE_STYLE } from './page-style.ts';

export type Digest = (text: string) => string;

export interface PageFrame {
  readonly title: string;
  /** SHA-256 of a text in hex digits; without it, the page has no script. */
  readonly digest?: Digest | undefined;
  /** How many users a reader can choose between. */
  readonly users?: number;
}

/**
 * One file for a browser or a printer that loads nothing. Its policy allows only the script in it, by its hash, and pictures
 * that are part of the page or that a reader asks for: frames get the same policy, and a stricter one of their own.
 */
export function pageHtml({ title, digest, users = 0 }: PageFrame, content: Html): string {
  const script = digest && `(${pageScript.toString()})();`;
  const policy = [
    "default-src 'none'",
    // Only the script asks for pictures.
    ...(script ? [`script-src 'sha256-${base64(digest(script))}'`, 'img-src data: https:'] : []),
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const whole = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy.join('; ')} />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{raw(PAGE_STYLE + usersStyle(users))}</style>
      </head>
      <body data-view="0">
        <main>{content}</main>
        {script && <script>{raw(script)}</script>}
      </body>
    </html>
  );
  return `<!doctype html>\n${visibleText(written(whole))}\n`;
}

/** Nothing in a page waits, so it is written at once. */
function written(element: { toString: () => unknown }): string {
  const text = element.toString();
  if (typeof text !== 'string') throw new Error('A part of the page waits for something.');
  return text;
}

function base64(hex: string): string {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(parseInt(byte, 16))));
}

/** Shows the messages of one user, or as they are written. */
function usersStyle(users: number): string {
  return Array.from(
    { length: users + 1 },
    (_, at) => `[data-view="${at}"] .for:not([data-for~="${at}"]){display:none}\n`,
  ).join('');
}

interface SectionProps {
  readonly title: string;
  readonly id: string;
  readonly children?: Html;
}

/** A part of the page with a heading. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface TableProps {
  readonly titles: readonly string[];
  /** A class for tables that look different. */
  readonly class?: string;
  /** The rows, each with its cells. */
  readonly children?: Html;
}

/** A table, whose rows stack on a phone: each cell names its column there. */
export function Table({ titles, class: name = '', children }: TableProps) {
  return (
    <table class={`stacked ${name}`}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Cells of a row with the titles of their columns. */
export function Cells({ titles, values }: Pick<TableProps, 'titles'> & { readonly values: readonly Html[] }) {
  return (
    <>
      {values.map((value, at) => (
        <td data-title={titles[at]}>{value}</td>
      ))}
    </>
  );
}

/** Names with what they mean. */
export function Meanings({ entries }: { readonly entries: readonly (readonly [string, Html])[] }) {
  return (
    <dl>
      {entries.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A sentence with its important parts. */
export function Words({ phrase }: { phrase: Phrase }) {
  return (
    <>
      {inMedium('inTerminal', phrase).map((span) =>
        span.kind === 'strong' ? (
          <strong>{span.text}</strong>
        ) : span.kind === 'code' || span.kind === 'command' ? (
          <code>{span.text}</code>
        ) : (
          plainText([span])
        ),
      )}
    </>
  );
}
