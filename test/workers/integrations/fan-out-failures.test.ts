import { expect, it } from 'vitest';
import { fanOutEvents } from '../../../src/modules/integrations/index.js';
import { useFanOut } from './fan-out.js';

const fanOut = useFanOut();
const { world } = fanOut;

it('a run that set events aside continues with full batches, however many other events wait', async () => {
  const { db } = world.platform;
  const mine = await fanOut.subscribe(fanOut.cast().alice);
  const events = await fanOut.manyOf(fanOut.cast().alice, 300);
  const bad = [events[0], events[1], events[120]];
  const mend = await fanOut.refuseToDeliver(...bad.map(String));
  await expect(fanOutEvents(world.platform)).rejects.toThrow('refused');
  await mend();
  const count = await db.webhookDelivery.count({ where: { subscriptionId: mine } });
  expect(count).toBe(events.length - bad.length);
});

it('a run whose large batches fail continues with smaller ones', async () => {
  const { db } = world.platform;
  const { alice } = fanOut.cast();
  const mine = await fanOut.subscribe(alice);
  // More events than a run reaches if it begins with a full batch again and again.
  const events = await fanOut.manyOf(alice, 2_000);
  await db.$executeRaw`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from added) > 100 then raise exception 'too many'; end if;
      return null; end $$`;
  await db.$executeRaw`create trigger refuse_many after insert on webhook_deliveries
    referencing new table as added for each statement execute function refuse_many()`;
  await fanOutEvents(world.platform);
  await db.$executeRaw`drop trigger refuse_many on webhook_deliveries`;
  expect(await db.webhookDelivery.count({ where: { subscriptionId: mine } })).toBe(events.length);
});
