import { z } from 'zod';
import { getMod } from '../../../catalog/index.js';
import { listVersions } from '../../../publishing/index.js';
import { idShape } from '../shapes/basics.js';
import { modShape } from '../shapes/mod.js';
import { briefVersionShape } from '../shapes/version.js';
import { defineTool } from '../tool.js';

/** The size of one page of the API. */
const NEWEST = 25;

/** `mods.get`: a mod and its newest versions that the viewer may see (Spec 4.1). */
export const readMod = defineTool({
  name: 'mods.get',
  input: z.strictObject({ mod_id: idShape }),
  output: z.strictObject({
    mod: modShape,
    versions: z.array(briefVersionShape).describe(`The newest ${NEWEST}.`),
    has_more_versions: z.boolean(),
  }),
  async run(ctx, { mod_id }) {
    const mod = await getMod(ctx, mod_id);
    const versions = await listVersions(ctx, mod_id, {}, { limit: NEWEST });
    const { items, pagination } = versions;
    return { value: { mod, versions: items, hasMoreVersions: pagination.hasMore } };
  },
});
