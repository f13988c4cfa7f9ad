import type { User, UserIdentifier } from '../domain/user.ts';
import { jsonIn, textIn, type StoreFile } from './store-file.ts';

/** The column or expression for each identifier. */
const IN_ROW: Readonly<Record<UserIdentifier, string>> = {
  id: 'id',
  email: 'email',
  push_id: 'push_id',
  mobile: 'mobile',
  advertising_id: "json_extract(attributes, '$.advertising_id')",
  gaid: "json_extract(attributes, '$.gaid')",
};

/** The users for test messages, previews and estimates. */
export class UserTable {
  readonly #file: StoreFile;

  constructor(file: StoreFile) {
    this.#file = file;
  }

  put(workspace: string, { id, email, push_id, mobile, attributes }: User): void {
    this.#file.run('INSERT OR REPLACE INTO users VALUES (?, ?, ?, ?, ?, ?)', [
      workspace,
      id,
      email,
      push_id,
      mobile,
      JSON.stringify(attributes),
    ]);
  }

  /** If several users have the same address, the first one by ID. */
  find(workspace: string, by: UserIdentifier, value: string): User | null {
    const row = this.#file.get(
      `SELECT * FROM users WHERE workspace = ? AND ${IN_ROW[by]} = ? ORDER BY id LIMIT 1`,
      [workspace, value],
    );
    return row && userIn(row);
  }

  list(workspace: string): readonly User[] {
    return this.#file.all('SELECT * FROM users WHERE workspace = ? ORDER BY id', [workspace]).map(userIn);
  }
}

function userIn(row: Readonly<Record<string, unknown>>): User {
  return {
    id: textIn(row, 'id'),
    email: optionalTextIn(row, 'email'),
    push_id: optionalTextIn(row, 'push_id'),
    mobile: optionalTextIn(row, 'mobile'),
    attributes: jsonIn(row, 'attributes'),
  };
}

function optionalTextIn(row: Readonly<Record<string, unknown>>, column: string): string | null {
  return row[column] === null ? null : textIn(row, column);
}
