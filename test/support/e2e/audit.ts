import { documentOf } from './documents.ts';
import type { TestRepository } from './test-repository.ts';

interface AuditDocument {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly {
    readonly key: string;
    readonly at: string;
    readonly change: string;
    readonly components: readonly string[];
    readonly edited_by: readonly string[];
    readonly approved_by: readonly string[];
    readonly merged_by: string | null;
    readonly request_id: string | null;
    readonly response_id: string | null;
  }[];
  readonly gaps: readonly {
    readonly key: string;
    readonly at: string;
    readonly reason: string;
    readonly state_commit: string;
    readonly message: string;
  }[];
}

/** `campaigns audit --json`, with this exit code, as its schema accepts it. */
export async function auditOf(
  repo: TestRepository,
  status: number,
  args: readonly string[],
): Promise<AuditDocument> {
  const { stdout } = await repo.exits(status, 'audit', '--json', ...args);
  return documentOf('audit', stdout) as AuditDocument;
}
