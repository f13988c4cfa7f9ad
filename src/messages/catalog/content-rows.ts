import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { say } from '../phrase.ts';
import type { FileRows } from './file-row.ts';
import { meant } from './name-words.ts';

type ContentCode = Extract<
  RuleCode,
  'ALT' | 'EXPRESSION' | 'HTML' | 'LINK' | 'SUBJECT' | 'TEXT' | 'UNSUBSCRIBE'
>;

/** What users would see: texts, HTML and template expressions. */
export const CONTENT_ROWS: FileRows<ContentCode> = {
  EXPRESSION: {
    level: 'warning',
    needs: 'A template expression is complete, each block is closed, and its names are known.',
    words: {
      unclosed: ({ seen }) => [say`${show(seen)} is never closed`, say`close it where it ends`],
      unopened: ({ seen }) => [say`${show(seen)} closes nothing`, say`remove it, or open it above`],
      empty: ({ seen }) => [say`${show(seen)} has no content`, say`write a name, or remove it`],
      malformed: ({ seen }) => [
        say`${show(seen)} is not a template expression`,
        say`write it as in {{ user.first_name }} or {% if user.tier == "gold" %}`,
      ],
      'no-event': ({ root }) => [
        say`${root} is empty, because no event triggers this campaign`,
        say`write an attribute of the user, such as {{ user.first_name }}, or the text itself`,
      ],
      'unknown-name': (unknown) => [
        say`${show(unknown.name)} is not known in templates`,
        meant(unknown, say`correct it, or remove it`),
      ],
    },
    example: { why: 'unknown-name', name: 'usr', near: 'user' },
  },
  HTML: {
    level: 'warning',
    needs: 'Each element of an email is closed, and each tag is complete.',
    words: {
      'never-closed': ({ tag }) => [
        say`this <${clip(tag)}> is never closed, which changes what follows it`,
        say`close it where it ends`,
      ],
      'never-ends': ({ tag }) => [
        say`this ${clip(tag)} is incomplete, which changes what follows it`,
        say`complete it`,
      ],
    },
    example: { why: 'never-closed', tag: 'div' },
  },
  LINK: {
    level: 'warning',
    needs: 'Each link, image and tap leads to a complete https: address, or into the app.',
    words: {
      nowhere: ({ seen }) => [
        say`${show(seen)} leads nowhere`,
        say`write the full address, such as https://…`,
      ],
      'no-address': ({ tag }) => [say`this ${tag} has no address`, say`add one, such as https://…`],
      insecure: ({ seen }) => [
        say`${show(seen)} begins with http:, so browsers and mail programs may block it`,
        say`write https: in place of http:`,
      ],
      malformed: ({ seen }) => [
        say`${show(seen)} is not a valid address`,
        say`write the full address, such as https://…`,
      ],
    },
    example: { why: 'insecure', seen: 'http://shop.example.com' },
  },
  ALT: {
    level: 'warning',
    needs: 'Each image in an email has alternative text.',
    words: () => [
      say`the image has no alt text`,
      say`add alt="what the image shows", or alt="" if it is only decoration`,
    ],
    example: {},
  },
  SUBJECT: {
    level: 'warning',
    needs: 'A subject is one line.',
    words: () => [say`subject has a line break, but a subject is one line`, say`write it on one line`],
    example: {},
  },
  TEXT: {
    level: ({ why }) => (why === 'damaged' ? 'warning' : 'error'),
    needs: 'Text contains only complete characters.',
    words: {
      nul: () => [say`the text contains a NUL character`, say`remove \\0`],
      'half-character': () => [
        say`the text contains half a character (a lone surrogate)`,
        say`write the whole character in place of \\u…`,
      ],
      damaged: ({ seen }) => [
        say`a letter was lost or saved in the wrong encoding: ${show(seen)}`,
        say`write the word again`,
      ],
    },
    example: { why: 'nul' },
  },
  UNSUBSCRIBE: {
    level: 'warning',
    needs: 'A promotional email has an unsubscribe link.',
    words: () => [
      say`no unsubscribe link was found in this promotional email`,
      say`add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>`,
    ],
    example: {},
  },
};
