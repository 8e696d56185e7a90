import { createHash } from 'node:crypto';
import { Prisma } from './generated/client.js';

const MARK = '/* prepared */';

/**
 * Begins a statement that each connection parses and plans once and keeps, for what is asked often and
 * takes longer to plan than to run. Only for statements that come in few texts, since none is ever let
 * go, and that are best run in one way whatever their values are: what finds its rows by a key.
 */
export const PREPARED = Prisma.raw(MARK);

const names = new Map<string, string>();

/** By which name a connection keeps a statement; the empty one is that of what is planned each time. */
export function statementNameOf(sql: string): string {
  if (!sql.startsWith(MARK)) return '';
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
  }
  return name;
}
