import { loadDemoIntoService } from '../../demo/load-demo-into-service.js';
import { createOperatorContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { seedDemo } from '../../seed/seed-demo.js';
import { bareCommand, command } from '../command.js';
import { optional, wholeNumber } from '../flags.js';
import { withService } from '../with-service.js';

const MODS_MAX = 1_000_000;
const VERSIONS_MAX = 20;

/**
 * `demo load`: publishes the demo catalog with real archives through the upload pipeline of the
 * running service, else of a temporary one. Another run skips published versions.
 */
export const demoLoad = bareCommand({}, (invocation) =>
  withService(invocation, async (platform, service) => ({
    ...(await loadDemoIntoService(createOperatorContext(platform, invocation.name), service)),
  })),
);

/**
 * `demo seed`: bulk data of up to a million mods, without real bytes; the same for the same seed,
 * by default `modport`. Another run of a seed adds only missing mods, and needs the same number of
 * versions. Writes a line of the audit log.
 */
export const demoSeed = command(
  {
    mods: wholeNumber('N', { max: MODS_MAX, otherwise: 1000 }),
    'versions-per-mod': wholeNumber('M', { max: VERSIONS_MAX, otherwise: 2 }),
    seed: optional('S'),
  },
  async (ctx, { mods, 'versions-per-mod': versionsPerMod, seed }) => {
    const seeded = await seedDemo(ctx.platform, { seed: seed || 'modport', mods, versionsPerMod });
    const entry = { action: 'demo.seeded', targetKind: 'demo', targetId: null };
    await audit(ctx.platform.db, ctx, { ...entry, data: { ...seeded } });
    return { ...seeded };
  },
);
