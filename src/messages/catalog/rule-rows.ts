import type { RuleCode } from '../../model/findings.ts';
import { clip, counted, nameList, show } from '../../model/show.ts';
import { blackoutDays } from '../blackout-messages.ts';
import { say, type Phrase } from '../phrase.ts';
import type { FileRows } from './file-row.ts';
import { meant } from './name-words.ts';

type BodyCode = Extract<
  RuleCode,
  | 'AUDIENCE'
  | 'BLACKOUT'
  | 'FEATURE'
  | 'FILTER_VALUE'
  | 'NAME'
  | 'NO_EFFECT'
  | 'PUBLISH'
  | 'STATUS'
  | 'TEAM_RULE'
  | 'UTM'
  | 'VARIATION'
>;

/** What no schema can express: audiences, publishing, and the team's own rules. */
export const RULE_ROWS: FileRows<BodyCode> = {
  AUDIENCE: {
    level: ({ why }) =>
      ['all-and-filters', 'not-chosen', 'unclear-filter'].includes(why) ? 'error' : 'warning',
    needs: 'A campaign says who receives it, and somebody can.',
    words: {
      'all-and-filters': () => [
        say`is_all_user_campaign: true sends to all users, so included_filters has no effect`,
        say`write is_all_user_campaign: false, or remove included_filters`,
      ],
      'not-chosen': () => [
        say`the audience is not chosen`,
        say`add included_filters, or write is_all_user_campaign: true for all users`,
      ],
      'all-triggered': () => [
        say`the audience is not chosen, so every user who triggers it gets it`,
        say`add segmentation_details`,
      ],
      everyone: ({ about }) => [
        say`every user matches this filter${ofSubject(about)}, so it has no effect`,
        say`correct it, or remove it`,
      ],
      nobody: ({ about }) => [say`with this${ofSubject(about)}, nobody gets it`, say`correct or remove it`],
      'unclear-filter': () => [say`this group of filters is empty`, say`add a filter, or remove the group`],
      'no-event': () => [
        say`executed is false for every event of the trigger, so nothing triggers the message`,
        say`write executed: true for the event that triggers it`,
      ],
      'ios-devices': ({ chosen }) => [
        chosen.length === 0
          ? say`IOS is among the platforms, but no kind of iOS device is selected`
          : say`${nameList(chosen)} can't both be true`,
        say`set exactly one of them to true, such as send_to_all_eligible_device`,
      ],
      'two-names': ({ id, names: [one, other] }) => [
        say`the segment ${clip(id)} is called ${show(one)} here and ${show(other)} elsewhere`,
        say`correct the ID or the name of one of the two`,
      ],
      'two-ids': ({ name, ids: [one, other] }) => [
        say`the segment ${show(name)} has the ID ${clip(one)} here and ${clip(other)} elsewhere`,
        say`correct the ID or the name of one of the two`,
      ],
    },
    example: { why: 'not-chosen' },
  },
  FILTER_VALUE: {
    level: ({ why }) => (why === 'reversed' || why === 'nothing' ? 'error' : 'warning'),
    needs: 'The value of a filter fits its data type and operator.',
    section: 'Filters',
    words: {
      type: ({ seen, wanted }) => [
        say`${show(seen)} is not ${wanted}, so it is compared with no user's value`,
        say`write ${wanted}`,
      ],
      list: ({ operator }) => [
        say`the operator ${show(operator)} takes one value, not a list`,
        say`write one value`,
      ],
      'one-value': ({ seen, operator }) => [
        say`the operator ${show(operator)} takes a list, but value is ${show(seen)}`,
        say`write a list, such as [a, b]`,
      ],
      'two-values': () => [say`between takes a lower and an upper limit`, say`write a list of two values`],
      reversed: () => [say`nothing is between these limits`, say`write the lower limit first`],
      nothing: () => [say`this compares with nothing`, say`write a value, or remove the filter`],
      days: ({ seen }) => [say`${show(seen)} is not a number of days`, say`write a number, such as 7`],
      date: ({ seen }) => [say`${show(seen)} is not a date`, say`write a date, such as 2031-05-04`],
      literal: ({ seen }) => [
        say`${show(seen)} is compared literally, as one value`,
        say`write each value by itself`,
      ],
      'time-range': ({ seen }) => [
        say`${show(seen)} is not a known time range, so it is unclear which events count`,
        say`write { type: inTheLast, value: 30 }`,
      ],
    },
    example: { why: 'days', seen: 'a week' },
  },
  FEATURE: {
    level: 'error',
    needs: 'The workspace has turned on the features that a field needs.',
    words: ({ field, feature }) => [
      say`${field} needs the feature ${feature}, which the workspace doesn't have`,
      say`remove it, or add ${feature} to the workspace's features`,
    ],
    example: { field: 'queuing_enabled', feature: 'queuing' },
  },
  NAME: {
    level: 'warning',
    needs: 'A service stores a name as it is written.',
    words: ({ seen, safe }) => [
      say`${show(seen)} has spaces or characters that a service may change, so it may store a different name`,
      safe === '' ? say`give the campaign a visible name` : say`write ${show(safe)}`,
    ],
    example: { seen: ' Spring sale', safe: 'Spring sale' },
  },
  NO_EFFECT: {
    level: 'warning',
    needs: 'A field has an effect in a campaign of this kind.',
    words: ({ field, because }) => [say`${field} has no effect ${because}`, say`remove it`],
    example: { field: 'repeat_on_days_of_week', because: 'with DAILY' },
  },
  PUBLISH: {
    level: ({ why }) => (why === 'template' ? 'warning' : 'error'),
    needs: 'A campaign that goes live has everything that publishing needs.',
    words: {
      missing: ({ field, of }) => [
        say`${field} is missing${of === undefined ? '' : ` in ${of}`}, but publishing needs it`,
        say`add ${field} before the campaign goes live`,
      ],
      empty: ({ field }) => [
        say`${field} is empty, but publishing needs it`,
        say`fill it in before the campaign goes live`,
      ],
      delay: () => [
        say`a DEVICE_TRIGGERED campaign with a delay can't be published`,
        say`write trigger_delay_type: ASAP`,
      ],
      template: ({ fields }) => [say`this template shows ${fields}, which is missing`, say`add ${fields}`],
    },
    example: { why: 'missing', field: 'subject', of: 'email' },
  },
  STATUS: {
    level: ({ why }) => (why === 'impossible' ? 'warning' : 'error'),
    needs: 'A status is one that a file can set.',
    section: 'States and transitions',
    words: {
      unknown: ({ seen, near }) => [
        say`${show(seen)} is not a status that a file can request`,
        meant({ near, known: ['ACTIVE', 'PAUSED', 'STOPPED', 'DRAFT'] }, say`remove it`),
      ],
      impossible: ({ status, type }) => [
        say`status ${status} isn't possible for ${type}`,
        say`remove it, or end the campaign in the service`,
      ],
    },
    example: { why: 'unknown', seen: 'LIVE', near: 'ACTIVE' },
  },
  UTM: {
    level: ({ why }) => (why === 'too-many' ? 'error' : 'warning'),
    needs: 'A campaign has at most five custom tracking parameters, each with one value.',
    words: {
      value: ({ seen, put }) => [say`${show(seen)} is more than the value itself`, say`write ${show(put)}`],
      'too-many': ({ atMost }) => [say`this is one custom parameter too many`, say`keep at most ${atMost}`],
    },
    example: { why: 'value', seen: ' newsletter', put: 'newsletter' },
  },
  VARIATION: {
    level: 'error',
    needs: 'Every listed locale has every variation, and their shares add up to 100.',
    words: {
      'unlisted-locale': ({ locale }) => [
        say`the locale ${clip(locale)} is not listed`,
        say`add ${clip(locale)} to locales`,
      ],
      'no-content': ({ locale }) => [
        say`${clip(locale)} is listed but has no content`,
        say`add its variations to content, or remove it here`,
      ],
      missing: ({ locale, variations }) => [
        say`${clip(locale)} has no ${nameList(variations)}`,
        say`write every variation under every locale`,
      ],
      shares: ({ variations }) => [
        say`the shares don't match the variations`,
        say`name exactly ${nameList(variations)}`,
      ],
      sum: ({ sum }) => [say`the shares add up to ${sum}`, say`make them add up to 100`],
    },
    example: { why: 'sum', sum: 90 },
  },
  BLACKOUT: {
    level: ({ level }) => (level === 'warn' ? 'warning' : 'error'),
    needs: 'A campaign sends only on days that the blackout rule allows.',
    section: null,
    words: ({ key, day, days, late }) => [
      say`${late ? 'some users would get the message' : 'the campaign sends'} on ${day}, but your team sends nothing ${blackoutDays(days)}`,
      say`choose another day${exception('blackout', key)}`,
    ],
    example: { level: 'error', key: 'promo/sale', day: '2031-12-24', days: [{ from: '2031-12-24', to: '2031-12-24' }], late: false },
  },
  TEAM_RULE: {
    level: ({ level }) => (level === 'warn' ? 'warning' : 'error'),
    needs: 'A campaign keeps the rules that the team has set in workspaces.yaml.',
    section: null,
    words: {
      name_pattern: ({ key, why, pattern }) => [
        say`the name doesn't match your team's pattern: ${clip(pattern)}`,
        say`change the name${exception(why, key)}`,
      ],
      required_tags: ({ key, why, tags }) => [
        say`your team's rule requires the tags ${nameList(tags)}`,
        say`add them to basic_details.tags${exception(why, key)}`,
      ],
      required_utm: ({ key, why, fields }) => [
        say`your team's rule requires ${nameList(fields)} in utm_params`,
        say`add them${exception(why, key)}`,
      ],
      all_users_push: ({ key, why }) => [
        say`your team's rule forbids push messages to all users`,
        say`choose an audience${exception(why, key)}`,
      ],
      sends_per_week: ({ key, why, segment, count, week, atMost }) => [
        say`the segment ${show(segment)} gets ${counted(count, 'send')} in the week of ${week}; your team's rule allows ${atMost}`,
        say`send to another segment, or in another week${exception(why, key)}`,
      ],
    },
    example: { why: 'name_pattern', level: 'error', key: 'promo/sale', pattern: '(DE|AT) - .+' },
  },
};

function ofSubject(about: string | undefined): string {
  return about === undefined ? '' : ` (${clip(about)})`;
}

/** An author who can't comply with a rule needs an exception, which is an edit that gets reviewed. */
function exception(rule: string, key: string): Phrase {
  return say`; to make an exception, add ${key} to policy.rules.${rule}.except in workspaces.yaml`;
}
