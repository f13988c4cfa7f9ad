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

/** What each rule requires, by its code without the severity. Other codes are described by their own names. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ALL_USERS_PUSH: "The team's rules allow each push message to all users.",
  BASE_URL: 'An API key can safely be sent to the address of the service.',
  BLACKOUT: 'A campaign sends only on days that the blackout rule allows.',
  DATA_TYPE: 'A filter names an existing data type.',
  DISTRIBUTION: 'The shares of the variations add up to 100.',
  DUPLICATE_KEY: 'A key occurs once in a map.',
  EMPTY: 'A campaign file contains a campaign.',
  EXPRESSION: 'A template expression is complete.',
  FEATURE: 'The workspace has turned on the features that a field needs.',
  FILE_ENCODING: 'A referenced file is UTF-8 text.',
  FILE_GIT: 'A referenced file is in the work tree, not below .git.',
  FILE_IGNORED: 'A referenced file is not ignored by git.',
  FILE_LINK: 'A file is a plain file, not a symbolic link.',
  FILE_MISSING: 'A referenced file exists.',
  FILE_NAME: 'A campaign file ends in .yaml or .yml.',
  FILE_OUTSIDE: 'A referenced file is inside the repository.',
  FILE_SIZE: 'A file is small enough to be sent.',
  FILE_TYPE: 'A reference names a file.',
  FILE_UNREADABLE: 'A file can be read.',
  FILE_UNWRITABLE: 'A file can be written.',
  FILTER_OPERATOR: 'Filters are combined with "and" or "or".',
  FORMAT: 'A text has the format that its field requires.',
  GEOFENCE_NAME: 'Each geofence has a unique name.',
  IOS_AUDIENCE: 'A campaign for iOS chooses one kind of device.',
  KEY: 'A campaign has a well-formed key.',
  KEY_TAKEN: 'Each key belongs to one file.',
  LIVE_ACTIVITY: 'Live activities are created in the dashboard.',
  LITERAL_SECRET: 'Files contain no secrets.',
  LOCALE: 'Content is for locales that the campaign lists.',
  MISSING: 'Required fields are present.',
  NAME_PATTERN: "A campaign's name has the format that the team requires.",
  NOT_ALLOWED: 'A field is used only where other fields allow it.',
  NO_EFFECT: 'A field has an effect on a campaign of this kind.',
  NUMBER: 'A number can be sent without losing a digit.',
  PASTED_FIELD: 'A file has no fields that only occur in answers of the service.',
  PUBLISH: 'A campaign that goes live has everything that publishing needs.',
  RANGE: 'A number, a text or a list is neither too small nor too large.',
  READ_ONLY_CHANNEL: "Campaigns of a campaign's channel can be created.",
  REFERENCE: 'A reference is a map with one key and a text value.',
  REQUIRED_TAGS: 'A campaign has the tags that the team requires.',
  REQUIRED_UTM: 'A campaign has the tracking parameters that the team requires.',
  SCHEDULE: 'A time span ends after it begins.',
  SENDS_PER_WEEK: 'A segment gets no more sends a week than the team allows.',
  START_PAST: "A campaign's start is in the future.",
  STATUS: 'A status is one that a file can set.',
  TEMPLATE: 'A layout has all the parts that it shows.',
  TEXT: 'A text contains only complete characters.',
  TIMEZONE: 'A time zone is in the IANA database.',
  TIME_SKIPPED: 'A local time exists on its day.',
  TYPE: 'A value has the type that its field requires.',
  UNKNOWN_FIELD: "A file uses only the service's documented fields.",
  UNKNOWN_KEY: 'A map has only known keys.',
  UTM: 'A campaign has at most five custom tracking parameters.',
  VALUE: 'A value is one that its field accepts.',
  VARIATION: 'Every locale has every variation.',
  VAR_UNKNOWN: 'A variable is defined in the workspace.',
  WORKSPACE_UNKNOWN: 'A workspace is defined in workspaces.yaml.',
  YAML_ALIAS: 'An alias refers to a small value above it.',
  YAML_DEPTH: 'Maps and lists nest no deeper than a campaign can.',
  YAML_DOCUMENTS: 'A file contains one document.',
  YAML_KEY: 'Keys are text.',
  YAML_MERGE: 'Fields are written out, without merge keys.',
  YAML_SYNTAX: 'A file is valid YAML.',
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
      // The line is left out, so that a finding keeps its identity when lines above it are added or removed.
      partialFingerprints: { 'finding/v1': count === 1 ? finding : `${finding}:${count}` },
    };
  });
}

/** SARIF reads `{0}` as a placeholder and `[text](place)` as a link (3.11.5, 3.11.6), so both are escaped. */
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

/** Columns count from 1; the end is the column after the last character. */
function region({ line, column, width }: Diagnostic) {
  return {
    startLine: line,
    startColumn: column,
    ...(width !== undefined && { endColumn: column + Math.max(1, width) }),
  };
}
