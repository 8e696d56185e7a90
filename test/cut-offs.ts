import type { Database } from '../src/platform/database/connect.js';

/** Interrupts idempotent writes in the database, at the points where a crash could. */
export interface CutOffs {
  /**
   * Runs some work that cannot move an idempotency record to `state`. Before `effected`, nothing is
   * committed. Before `done`, the effect is committed but no response is stored.
   */
  before<T>(state: 'effected' | 'done', work: () => Promise<T>): Promise<T>;
}

/** Adds a table and a trigger that interrupt writes. */
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
