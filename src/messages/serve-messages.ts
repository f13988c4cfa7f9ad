/** A quirk of the local service that was asked for in vain. */
export const VERSIONS_MISSING =
  'the quirk draft-versions has no effect in workspaces without the feature versioning.';

/** Who can reach the local service on such an address, line by line. */
export function describeOpenHost(host: string): readonly string[] {
  return [
    `--host ${host}: everyone who can reach this machine can reach the service.`,
    'The control API (/_control/), if it is turned on, answers only requests from this machine.',
  ];
}
