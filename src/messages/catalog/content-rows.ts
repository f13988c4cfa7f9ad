import type { RuleCode } from '../../model/findings.ts';
import { clip, counted, nameList, show } from '../../model/show.ts';
import { meant, row, type FileRows } from './row.ts';

/** What users would see, and what the team can switch off or make an error in policy.rules. */
export const CONTENT_ROWS = {
  ATTRIBUTE: {
    level: 'warning',
    needs: 'A user attribute is one that the workspace lists, or has the same spelling in all files.',
    misspelled: ({ seen, usual, files }) =>
      files === undefined
        ? row`the workspace has no user attribute ${show(seen)} — write ${show(usual)}`
        : row`the user attribute ${show(seen)} is only in this file, and ${show(usual)} in ${counted(files, 'other')} — write ${show(usual)}`,
    unlisted: ({ seen, workspace }) =>
      row`the workspace has no user attribute ${show(seen)} — correct it, or add it to attributes of ${workspace} in workspaces.yaml`,
  },
  CLIENT_SUPPORT: {
    level: 'warning',
    needs: 'The mail clients that the team names show everything in an email.',
    words: ({ feature, clients }) =>
      row`${feature} doesn't work in ${nameList(clients)} — replace it, or remove the client from policy.mail_clients in workspaces.yaml`,
  },
  EXPRESSION: {
    level: 'warning',
    needs: 'A template expression is complete, each block is closed, and its names are known.',
    unclosed: ({ seen }) => row`${show(seen)} is never closed — close it where it ends`,
    unopened: ({ seen }) => row`${show(seen)} closes nothing — remove it, or open it above`,
    malformed: ({ seen }) =>
      row`${show(seen)} is not a template expression — write it as in {{ user.first_name }} or {% if user.tier == "gold" %}`,
    'unknown-name': (unknown) =>
      row`${show(unknown.name)} is not known in templates — ${meant(unknown, 'write it as in {{ user.first_name }}, or remove the expression')}`,
  },
  FALLBACK: {
    level: 'warning',
    needs: 'A user attribute in a text has a default, for users who lack it.',
    words: ({ seen }) =>
      row`${show(seen)} is empty for users without this attribute — add a default, such as | default: "there", or show it only to users who have it, in an if block`,
  },
  HTML: {
    level: 'warning',
    needs: 'Each element of an email is closed, and each tag is complete.',
    words: ({ tag }) => row`${clip(tag)} is incomplete or never closed — close it where it ends`,
  },
  LINK: {
    level: 'warning',
    needs: 'Each link, image and tap leads to a complete public https: address, or into the app.',
    'no-address': ({ tag }) => row`this ${tag} has no address — add one, such as https://…`,
    insecure: ({ seen }) => row`${show(seen)} may be blocked, because it begins with http: — write https:`,
    malformed: ({ seen }) => row`${show(seen)} is not a valid address — write it in full: https://…`,
    placeholder: ({ seen }) =>
      row`${show(seen)} stands for an address that was never filled in — write the address`,
    local: ({ seen }) =>
      row`${show(seen)} opens nothing for your users: it's inside a network — write the public address`,
  },
  ALT: {
    level: 'warning',
    needs: 'Each image in an email has alternative text.',
    words: () => row`the image has no alt text — add alt="what it shows", or alt="" for decoration`,
  },
  LENGTH: {
    level: 'warning',
    needs: 'A subject has at most 78 characters, the title of a push message 65, and its message 240.',
    words: ({ field, length, atMost }) =>
      row`${field} has ${length} characters, and most devices cut it off after ${atMost} — shorten it`,
  },
  PREVIEW_TEXT: {
    level: 'warning',
    needs: "A promotional email has a preview text, and no email's preview text repeats its subject.",
    missing: () =>
      row`preview_text is missing, so inboxes show the beginning of the email — add preview_text`,
    'as-subject': () => row`preview_text repeats the subject — write something new`,
  },
  SIZE: {
    level: 'warning',
    needs: 'An email has at most 102 KB of HTML.',
    words: ({ kilobytes, atMost }) =>
      row`the email has ${kilobytes} KB of HTML, and Gmail cuts it off after ${atMost} KB, with the unsubscribe link — shorten it, or remove unused styles`,
  },
  UNSUBSCRIBE: {
    level: 'warning',
    needs: 'A promotional email has an unsubscribe link.',
    words: () =>
      row`no unsubscribe link was found in this promotional email — add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>`,
  },
} satisfies Partial<FileRows<RuleCode>>;
