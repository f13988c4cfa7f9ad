import type { Severity } from '../../model/diagnostic.ts';
import type { Finding, RuleCode, TooManySends } from '../../model/findings.ts';
import { clip, counted, nameList, show } from '../../model/show.ts';
import { plainText } from '../phrase.ts';
import { meant, row, type FileRows, type Words } from './row.ts';
import { SOURCE_ROWS } from './source-rows.ts';

/** All rules that a user's files can break. A code without a row does not compile. */
export const FILES: FileRows<RuleCode> = {
  ...SOURCE_ROWS,

  // What no schema can express: audiences, publishing, times, and the team's own rules.
  AUDIENCE: {
    level: ({ why }) =>
      ['all-and-filters', 'not-chosen', 'unclear-filter'].includes(why) ? 'error' : 'warning',
    needs: 'A campaign says who receives it, and somebody can.',
    'all-and-filters': () => row`all users get it, so included_filters has no effect — remove one of the two`,
    'not-chosen': () => row`the audience is not chosen — add filters, or is_all_user_campaign: true`,
    'all-triggered': () => row`every user who triggers it gets it — add segmentation_details`,
    'unclear-filter': () => row`this group of filters is empty — add a filter, or remove the group`,
    'ios-devices': () =>
      row`with IOS among the platforms, exactly one kind of iOS device is selected — set one of them to true, such as send_to_all_eligible_device`,
    segment: ({ segment, is: [one, other] }) =>
      row`the segment ${show(segment)} is ${show(one)} here and ${show(other)} elsewhere — correct the ID or the name of one of the two`,
  },
  FILTER_VALUE: {
    level: ({ why }) => (why === 'type' ? 'warning' : 'error'),
    needs: 'The value of a filter fits its data type and operator.',
    type: ({ seen, wanted }) => row`${show(seen)} is not ${wanted}, so no user matches — write ${wanted}`,
    nothing: () => row`this compares with nothing — write a value, or remove the filter`,
  },
  FEATURE: {
    needs: 'The workspace has turned on the features that a field needs.',
    words: ({ field, feature }) =>
      row`${field} needs the feature ${feature}, which the workspace doesn't have — remove it, or add ${feature} to the workspace's features`,
  },
  NAME: {
    level: 'warning',
    needs: 'A service stores a name as it is written.',
    words: ({ seen, safe }) =>
      row`${show(seen)} has spaces or characters that a service may change, so it may store a different name — ${safe === '' ? 'give the campaign a visible name' : `write ${show(safe)}`}`,
  },
  NO_EFFECT: {
    level: 'warning',
    needs: 'A field has an effect in a campaign of this kind.',
    words: ({ field, because, needs, above }) =>
      row`${field} has no effect ${because} — ${above !== undefined ? `write more than ${above}` : needs === undefined ? 'remove it' : `add ${needs}, or remove it`}`,
  },
  PUBLISH: {
    level: ({ why }) => (why === 'template' ? 'warning' : 'error'),
    needs: 'A campaign that goes live has everything that publishing needs.',
    missing: ({ field, of }) =>
      row`${field} is missing${of === undefined ? '' : ` in ${of}`}, but publishing needs it — add ${field} before the campaign goes live`,
    delay: () =>
      row`a DEVICE_TRIGGERED campaign with a delay can't be published — write trigger_delay_type: ASAP`,
    template: ({ field }) => row`this template shows ${field}, which is missing — add ${field}`,
  },
  SERVICE: {
    needs: 'The service accepts a draft for publishing (`campaigns check`).',
    words: ({ field, said }) =>
      row`the service would refuse to publish this: ${field === '' || said.includes(field) ? said : `${field}: ${said}`} — correct it, apply it, and check it again`,
  },
  STATUS: {
    level: ({ why }) => (why === 'impossible' ? 'warning' : 'error'),
    needs: 'A status is one that a file can set.',
    unknown: ({ seen, near }) =>
      row`${show(seen)} is not a status that a file can request — ${meant({ near, known: ['ACTIVE', 'PAUSED', 'STOPPED', 'DRAFT'] }, 'remove it')}`,
    impossible: ({ status, type }) => row`${status} isn't possible for ${type} — remove it`,
  },
  UTM: {
    needs: 'A campaign has at most five custom tracking parameters.',
    words: ({ atMost }) => row`this is one custom parameter too many — keep at most ${atMost}`,
  },
  VARIATION: {
    level: ({ why }) => (why === 'no-content' ? 'warning' : 'error'),
    needs: 'Every listed locale has every variation, and their shares add up to 100.',
    'unlisted-locale': ({ locale }) => row`${clip(locale)} is not listed — add ${clip(locale)} to locales`,
    missing: ({ locale, variations }) =>
      row`${clip(locale)} has no ${nameList(variations)} — write it under every locale`,
    'no-content': ({ locale }) =>
      row`${clip(locale)} is listed, but has no content — add it, or remove the locale, whose users get the default`,
    shares: ({ variations }) =>
      row`the shares don't match the variations, or don't add up to 100 — name exactly ${nameList(variations)}, with shares that add up to 100`,
  },
  BLACKOUT: {
    level: ({ level }) => (level === 'warn' ? 'warning' : 'error'),
    needs: 'A campaign sends only on days that the blackout rule allows.',
    words: ({ key, day }) =>
      team(`users would get this on ${day}, a day on which your team sends nothing`, {
        why: 'blackout',
        key,
      }),
  },
  TEAM_RULE: {
    level: ({ level }) => (level === 'warn' ? 'warning' : 'error'),
    needs: 'A campaign keeps the rules that the team has set in workspaces.yaml.',
    name_pattern: ({ pattern, ...rule }) =>
      team(`the name doesn't match your team's pattern: ${clip(pattern)}`, rule),
    required_tags: ({ tags, ...rule }) => team(`the tags lack ${nameList(tags)}`, rule),
    required_utm: ({ fields, ...rule }) => team(`utm_params lacks ${nameList(fields)}`, rule),
    all_users_push: (rule) => team('your team sends no push to all users', rule),
    sends_per_day: (rule) => tooManySends(`on ${rule.first}`, rule),
    sends_per_week: (rule) => tooManySends(`in the week of ${rule.first}`, rule),
  },
  SCHEDULE: {
    level: ({ why }) => (why === 'ends-early' ? 'warning' : 'error'),
    needs:
      'A time span ends after it begins, a repetition has sends, and what is sent at once has no start time.',
    backwards: ({ after }) => row`this is before its beginning, ${clip(after)} — write a later time`,
    'ends-early': ({ sends, wanted }) =>
      row`it expires after ${counted(sends, 'send')} of ${wanted} — write a later time, or fewer sends`,
    never: () =>
      row`no day fits this repetition, so it is never sent — choose a day that comes in its months`,
    'start-with-asap': () =>
      row`ASAP sends at once, not at this start_time — write AT_FIXED_TIME, or remove it`,
  },
  START_PAST: {
    needs: "A campaign's start is in the future, and so is its expiry.",
    words: ({ field, seen }) => row`${field} ${clip(seen)} is in the past — write a later time`,
  },
  TIMEZONE: {
    needs: 'A time zone is in the IANA database.',
    words: ({ zone, near }) =>
      row`${show(zone)} is not a time zone — ${meant({ near }, 'write Europe/Berlin or the like')}`,
  },
  TIME_SKIPPED: {
    level: 'warning',
    needs: 'A local time exists on its date.',
    words: ({ seen, zone, times }) =>
      row`${times === 0 ? `${seen} does not exist in ${zone}; the clocks skip it that day` : `${seen} comes twice in ${zone}; the clocks are turned back that day`} — choose a time before or after the clock change`,
  },
  SUBJECT: {
    level: 'warning',
    needs: 'A subject is one line.',
    words: () => row`subject has a line break, but a subject is one line — write it on one line`,
  },
  TEXT: {
    level: ({ why }) => (why === 'character' ? 'error' : 'warning'),
    needs: 'Text contains only complete characters, and a name no blanks around it.',
    break: ({ field, put }) =>
      row`${field} ends with a line break — write >- or |-${put === null ? '' : `, or the value on the same line: ${show(put)}`}`,
    space: ({ field, put }) => row`${field} begins or ends with a space — write ${show(put)}`,
    character: () =>
      row`the text contains a NUL, or half a character — remove it, or write the whole character`,
    damaged: ({ seen }) => row`${show(seen)} was lost or saved in the wrong encoding — write it again`,
  },

  // What users would see, and what the team can switch off or make an error in policy.rules.
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
};

function tooManySends(when: string, rule: TooManySends & Parameters<typeof team>[1]): Words {
  const says = `the segment ${show(rule.segment)} gets ${counted(rule.count, 'send')} ${when}`;
  return team(`${says}; your team's rule allows ${rule.atMost}`, rule);
}

/** An author who can't comply with a rule needs an exception, which is an edit that gets reviewed. */
function team(says: string, { why, key }: { readonly why: string; readonly key: string }): Words {
  return row`${says} — change it, or add ${key} to policy.rules.${why}.except in workspaces.yaml`;
}

/** A row with what every row has, and words by `why`, or `words`. */
type AnyRow = Readonly<Record<string, (params: Finding['params']) => Words>> & {
  readonly level?: Severity | ((params: Finding['params']) => Severity);
};

/** What a finding is by its row alone: its level, what is wrong, and the next step, without periods. */
export function describeFinding({ code, params }: Pick<Finding, 'code' | 'params'>): {
  readonly level: Severity;
  readonly message: string;
  readonly hint: string;
} {
  const { why = 'words' } = params as { readonly why?: string };
  // Each row is for the parameters of its code; in a union, the compiler can't pair them.
  const { level = 'error', [why]: words } = FILES[code] as unknown as AnyRow;
  if (!words) throw new Error(`no words for ${code} ${why}`);
  const [message = '', hint = ''] = words(params).map(plainText);
  return { level: typeof level === 'string' ? level : level(params), message, hint };
}
