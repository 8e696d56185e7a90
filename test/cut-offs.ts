import type { Database } from '../src/platform/database/connect.js';

/** Cuts keyed writes off in the database, where a crash would. */
export interface CutOffs {
  /**
   * Runs some work, in which no key reaches a state: without `effected` nothing is committed,
   * without `done` the effect is, and no answer is kept.
   */
  before<T>(state: 'effected' | 'done', work: () => Promise<T>): Promise<T>;
}

/** Prepares a database for being cut off. */
export async function createCutOffs(db: Database): Promise<CutOffs> {
  await db.$executeRaw`create table cut_offs (state text)`;
  await db.$executeRaw`
    create function cut_off() returns trigger language plpgsql as $$ begin
      if exists (select from cut_offs where state = new.state::text) then
        raise exception 'cut off before %', new.state;
      end if;
      return new;
    end $$`;
  await db.$executeRaw`
    create trigger cut_off before update on idempotency_records
    for each row execute function cut_off()`;
  return {
    async before(state, work) {
      await db.$executeRaw`insert into cut_offs values (${state})`;
      try {
        return await work();
      } finally {
        await db.$executeRaw`delete from cut_offs`;
      }
    },
  };
}
