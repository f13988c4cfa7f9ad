import { severityOf, type Diagnostic, type DiagnosticCode } from '../../model/diagnostic.ts';
import { byCodeUnit } from '../../model/json.ts';
import { withSection } from './diagnostics-document.ts';
import { json } from '../json.ts';

/** Diagnostics as SARIF 2.1.0, which code scanning and editors read. `version` is the program's own. */
export function sarifDocument(
  diagnostics: readonly Diagnostic[],
  { version }: { readonly version: string },
): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(byCodeUnit);
  return json({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'campaign-reconciler', version, rules: codes.map(ruleFor) } },
        columnKind: 'utf16CodeUnits',
        results: resultsOf(diagnostics, codes),
      },
    ],
  });
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function ruleFor(code: DiagnosticCode) {
  return {
    id: code,
    shortDescription: { text: descriptionOf(code) },
    defaultConfiguration: { level: severityOf({ code }) },
  };
}

/** What a rule is about, by its code without the severity; a code that is not here is described in its own words. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ALL_USERS_PUSH: "A push message to all users is one that the team's rules allow.",
  BASE_URL: 'The address of a service must be one that a credential can safely be sent to.',
  BLACKOUT: 'A campaign sends on days on which the team sends something.',
  DATA_TYPE: 'A filter names a type of data that there is.',
  DISTRIBUTION: 'The shares of the variations add up to 100.',
  DUPLICATE_KEY: 'A key stands once in a map.',
  EMPTY: 'A campaign file holds a campaign.',
  EXPRESSION: 'A template expression is complete.',
  FEATURE: "A field needs a feature that the workspace hasn't switched on.",
  FILE_ENCODING: 'A referenced file is UTF-8 text.',
  FILE_GIT: 'A referenced file lies in the work tree, not below .git.',
  FILE_IGNORED: 'A referenced file is not ignored by git.',
  FILE_LINK: 'A file is a plain file, not a symbolic link.',
  FILE_MISSING: 'A referenced file is there.',
  FILE_NAME: 'A campaign file ends in .yaml or .yml.',
  FILE_OUTSIDE: 'A referenced file lies inside the repository.',
  FILE_SIZE: 'A file is small enough to be sent.',
  FILE_TYPE: 'A reference names a file.',
  FILE_UNREADABLE: 'A file can be read.',
  FILE_UNWRITABLE: 'A file can be written.',
  FILTER_OPERATOR: 'Filters are combined with "and" or "or".',
  FORMAT: 'A text has the form that its field asks for.',
  GEOFENCE_NAME: 'Geofences have names of their own.',
  IOS_AUDIENCE: 'With iOS among the platforms one kind of device is chosen.',
  KEY: 'A campaign has a key that is well formed.',
  KEY_TAKEN: 'A key belongs to one file.',
  LIVE_ACTIVITY: 'Live activities are made in the dashboard.',
  LITERAL_SECRET: 'A secret never stands in a file.',
  LOCALE: 'Content is for locales that the campaign lists.',
  MISSING: 'A field that is needed is there.',
  NAME_PATTERN: "A campaign's name has the form that the team asks for.",
  NOT_ALLOWED: 'A field stands only where the others allow it.',
  NO_EFFECT: 'A field has an effect on a campaign of this kind.',
  NUMBER: 'A number can be sent without losing a digit.',
  PASTED_FIELD: 'A field of an answer of the service has no place in a file.',
  PUBLISH: 'A campaign that is to go live has all that publishing needs.',
  RANGE: 'A number, a text or a list is neither too small nor too large.',
  READ_ONLY_CHANNEL: 'A campaign is of a channel that can be created.',
  REFERENCE: 'A reference is a map with one key and a text.',
  REQUIRED_TAGS: 'A campaign has the tags that the team asks for.',
  REQUIRED_UTM: 'A campaign has the tracking parameters that the team asks for.',
  SCHEDULE: 'A span of time ends after it begins.',
  SENDS_PER_WEEK: 'A segment gets no more sends in a week than the team allows.',
  START_PAST: 'What is to go live starts in the future.',
  STATUS: 'A status is one that a file can ask for.',
  TEMPLATE: 'A layout has the parts that it shows.',
  TEXT: 'A text is made of whole characters.',
  TIMEZONE: 'A time zone is one of the IANA database.',
  TIME_SKIPPED: 'A local time is one that the clocks show.',
  TYPE: 'A value has the type that its field asks for.',
  UNKNOWN_FIELD: 'A field of the service is one that we know.',
  UNKNOWN_KEY: 'A key is one that we know.',
  UTM: 'There are at most five tracking parameters of your own.',
  VALUE: 'A value is one of those that its field takes.',
  VARIATION: 'Every locale has every variation.',
  VAR_UNKNOWN: 'A variable is one that the workspace has.',
  WORKSPACE_UNKNOWN: 'A workspace is one that workspaces.yaml names.',
  YAML_ALIAS: 'An alias stands for something that is small and stands before it.',
  YAML_DEPTH: 'Maps and lists nest no deeper than a campaign can.',
  YAML_DOCUMENTS: 'A file holds one document.',
  YAML_KEY: 'Keys are texts.',
  YAML_MERGE: 'Fields are written out, without merge keys.',
  YAML_SYNTAX: 'A file is YAML.',
  YAML_TAG: 'Values have no tags.',
  YAML_VERSION: 'Files are YAML 1.2.',
};

function descriptionOf(code: DiagnosticCode): string {
  const name = code.slice(2);
  const words = name.toLowerCase().replaceAll('_', ' ');
  return DESCRIPTIONS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function resultsOf(diagnostics: readonly Diagnostic[], codes: readonly DiagnosticCode[]) {
  const seen = new Map<string, number>();
  return diagnostics.map((one) => {
    const finding = `${one.code}:${one.file}:${one.message}`;
    const count = (seen.get(finding) ?? 0) + 1;
    seen.set(finding, count);
    return {
      ruleId: one.code,
      ruleIndex: codes.indexOf(one.code),
      level: severityOf(one),
      message: { text: plainText(`${one.message} — ${withSection(one)}`) },
      locations: [{ physicalLocation: { artifactLocation: artifact(one.file), region: region(one) } }],
      // The line is left out, so that a finding stays the same one when lines above it come and go.
      partialFingerprints: { 'finding/v1': count === 1 ? finding : `${finding}:${count}` },
    };
  });
}

/** SARIF reads `{0}` as a placeholder and `[text](place)` as a link (3.11.5, 3.11.6); we mean neither. */
function plainText(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&').replaceAll('](', '\\](');
}

/** A path from the repository's root as a relative URI reference (RFC 3986). */
function artifact(file: string) {
  const uri = file
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return { uri, uriBaseId: '%SRCROOT%' };
}

/** Columns count from 1; the end is the column after the last one. */
function region({ line, column, width }: Diagnostic) {
  return {
    startLine: line,
    startColumn: column,
    ...(width !== undefined && { endColumn: column + Math.max(1, width) }),
  };
}
