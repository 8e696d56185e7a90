import { readFileSync } from 'node:fs';
import { z } from 'zod';

const facts = z.object({
  base_url: z.url(),
  control_url: z.url(),
  token: z.string(),
  reader_token: z.string(),
  owner_token: z.string(),
  ci_issuer: z.url(),
  ci_request_token: z.string(),
  username: z.string(),
  game: z.string(),
  draft_mod: z.uuid(),
  mods: z.array(
    z.object({
      id: z.uuid(),
      slug: z.string(),
      version_id: z.uuid(),
      artifact_id: z.uuid(),
      sha256: z.string(),
      size: z.number(),
      filename: z.string(),
    }),
  ),
});

/**
 * The running service of the tests, as `clients/testing/main.ts` prints it: from `MODPORT_TEST_FACTS`,
 * or from the file that `MODPORT_TEST_FACTS_FILE` names. Without either, the import throws.
 */
export const FACTS = facts.parse(
  JSON.parse(
    process.env['MODPORT_TEST_FACTS'] ??
      readFileSync(process.env['MODPORT_TEST_FACTS_FILE'] ?? '/nonexistent', 'utf8'),
  ),
);

/** A published mod of the test service. Throws for an unknown slug. */
export function modCalled(slug: string): (typeof FACTS.mods)[number] {
  const found = FACTS.mods.find((mod) => mod.slug === slug);
  if (!found) throw new Error(`the test service has no mod ${slug}`);
  return found;
}
