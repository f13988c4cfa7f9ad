import { ownFile, type Ownership } from './file-owner.ts';
import type { DataFile } from '../domain/service-options.ts';
import { UnusableDataFile } from './open-database.ts';
import { Store } from './store.ts';

/**
 * The store in a file that this process owns until it closes it; `null` means a store in memory. Throws `UnusableDataFile`
 * if another process owns the file or the file can't be used.
 */
export function openStore(data: DataFile | null): { readonly store: Store; readonly close: () => void } {
  const owned = data && own(data);
  try {
    const store = new Store(owned?.path ?? null);
    const close = (): void => {
      store.close();
      owned?.release();
    };
    return { store, close };
  } catch (error) {
    owned?.release();
    throw error;
  }
}

function own(data: DataFile): Extract<Ownership, { readonly kind: 'owned' }> {
  const ownership = ownershipOf(data);
  if (ownership.kind === 'owned') return ownership;
  const { owner, life, leftovers } = ownership;
  const who = `${owner.title}, since ${owner.since}`;
  throw new UnusableDataFile(
    life === 'alive'
      ? `${data.path} is in use by ${who}. Stop that process, or name another file.`
      : `${data.path} is in use by ${who}, which can't be checked from here. If that process has ended, remove ${leftovers.join(' and ')}.`,
  );
}

function ownershipOf(data: DataFile): Ownership {
  try {
    return ownFile(data);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === '') throw cause;
    throw new UnusableDataFile(
      `${data.path} can't be used (${code}). Its folder must exist and be writable.`,
      {
        cause,
      },
    );
  }
}
