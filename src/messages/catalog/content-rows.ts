import type { RuleCode } from '../../model/findings.ts';
import { clip, show } from '../../model/show.ts';
import { meant, type FileRows } from './file-row.ts';

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
      unclosed: ({ seen }) => [`${show(seen)} is never closed`, 'close it where it ends'],
      unopened: ({ seen }) => [`${show(seen)} closes nothing`, 'remove it, or open it above'],
      malformed: ({ seen }) => [
        `${show(seen)} is not a template expression`,
        'write it as in {{ user.first_name }} or {% if user.tier == "gold" %}',
      ],
      'unknown-name': (unknown) => [
        `${show(unknown.name)} is not known in templates`,
        meant(unknown, 'remove it'),
      ],
    },
  },
  HTML: {
    level: 'warning',
    needs: 'Each element of an email is closed, and each tag is complete.',
    words: ({ tag }) => [`${clip(tag)} is incomplete or never closed`, 'close it where it ends'],
  },
  LINK: {
    level: 'warning',
    needs: 'Each link, image and tap leads to a complete https: address, or into the app.',
    words: {
      'no-address': ({ tag }) => [`this ${tag} has no address`, 'add one, such as https://…'],
      insecure: ({ seen }) => [`${show(seen)} may be blocked, because it begins with http:`, 'write https:'],
      malformed: ({ seen }) => [`${show(seen)} is not a valid address`, 'write it in full: https://…'],
    },
  },
  ALT: {
    level: 'warning',
    needs: 'Each image in an email has alternative text.',
    words: () => ['the image has no alt text', 'add alt="what it shows", or alt="" for decoration'],
  },
  SUBJECT: {
    level: 'warning',
    needs: 'A subject is one line.',
    words: () => ['subject has a line break, but a subject is one line', 'write it on one line'],
  },
  TEXT: {
    level: ({ why }) => (why === 'damaged' ? 'warning' : 'error'),
    needs: 'Text contains only complete characters.',
    words: {
      character: () => [
        'the text contains a NUL, or half a character',
        'remove it, or write the whole character',
      ],
      damaged: ({ seen }) => [`${show(seen)} was lost or saved in the wrong encoding`, 'write it again'],
    },
  },
  UNSUBSCRIBE: {
    level: 'warning',
    needs: 'A promotional email has an unsubscribe link.',
    words: () => [
      'no unsubscribe link was found in this promotional email',
      'add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>',
    ],
  },
};
