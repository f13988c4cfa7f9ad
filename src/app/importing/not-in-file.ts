import type { Live } from '../../model/campaign.ts';
import type { ImportNote, LeftOut } from '../../model/import.ts';

// A file has only components that we know, because the service refuses other fields in a request (open point V20). A
// part of a live campaign that is none of them is never sent or changed by us, but a file without it doesn't describe
// the campaign. If it may be a component of a newer version of the service, the campaign is left out unless it was
// named. All other fields are facts about the campaign, and are only noted.

/** Separates the campaigns that have components that no file can have. */
export function withoutUnknownComponents(campaigns: readonly Live[]): {
  readonly known: readonly Live[];
  readonly leftOut: readonly LeftOut[];
} {
  const componentsOf = ({ unknownParts = [] }: Live) =>
    unknownParts.flatMap(({ name, isObject }) => (isObject ? [name] : []));
  return {
    known: campaigns.filter((live) => componentsOf(live).length === 0),
    leftOut: campaigns.flatMap((live): LeftOut[] => {
      const fields = componentsOf(live);
      return fields.length === 0
        ? []
        : [{ id: live.id, live, reason: { code: 'unknown-component', fields } }];
    }),
  };
}

/** What the file of a campaign can't have. */
export function notInFile({ unknownParts = [] }: Live): ImportNote[] {
  return unknownParts.length === 0
    ? []
    : [{ kind: 'not-in-file', fields: unknownParts.map(({ name }) => name) }];
}
