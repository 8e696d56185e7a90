import { z } from 'zod';
import { languageTexts, listOf, moment, type PageKit, type Visit } from '../kit/index.js';

const key = z.object({
  id: z.string(),
  kind: z.enum(['pat', 'api_key', 'account_key']),
  name: z.string(),
  displayPrefix: z.string(),
  scopes: z.array(z.string()),
  resourceGrants: z.array(z.object({ id: z.string() })).nullable(),
  state: z.enum(['active', 'retiring', 'revoked', 'expired']),
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
  retiresAt: moment.nullable(),
  createdAt: moment,
});

const keyPage = listOf(key);

const capabilities = z.object({
  moreMods: z.boolean(),
  mods: z.array(z.object({ id: z.string(), slug: z.string(), title: languageTexts })),
  scopes: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      grantable: z.boolean(),
      stepUpRequired: z.boolean(),
    }),
  ),
});

const withSecret = z.object({ name: z.string(), secret: z.string() });
const listed = z.object({ listApiKeys: keyPage });
const possible = z.object({ getApiKeyCapabilities: capabilities });
const created = z.object({ createApiKey: withSecret });
const rotated = z.object({ rotateApiKey: withSecret });

/**
 * A token or key as shown on its pages. Null in `resourceGrants` means all mods of the user; an
 * empty list means none. A `retiring` key was replaced, and works until `retiresAt`.
 */
export type ShownKey = z.output<typeof key>;

/** The name of a key and its secret, which is shown once. */
export type ShownSecretKey = z.output<typeof withSecret>;

/**
 * The scopes and mods that a new key may have. A scope with `stepUpRequired` is not `grantable`
 * until the visitor confirms a second factor. `moreMods` says that the visitor has more mods than
 * the list contains.
 */
export type ShownCapabilities = z.output<typeof capabilities>;

/** One page of the visitor's tokens and keys, newest first. */
export async function readKeys(
  kit: PageKit,
  { ctx }: Visit,
  cursor: string | null,
): Promise<z.output<typeof keyPage>> {
  return listed.parse(await kit.run(ctx, 'pageKeys', { cursor })).listApiKeys;
}

/** The scopes and mods that the visitor may give to a key, some only after a second factor. */
export async function readCapabilities(kit: PageKit, { ctx }: Visit): Promise<ShownCapabilities> {
  return possible.parse(await kit.run(ctx, 'pageKeyCapabilities')).getApiKeyCapabilities;
}

/** A key to create. */
export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly resourceGrants: readonly { readonly type: 'mod'; readonly id: string }[];
  /** Null for the latest expiry that the service allows. */
  readonly expiresAt: Date | null;
}

/** Creates a key of the visitor. Throws the registered error of the operation. */
export async function createKey(
  kit: PageKit,
  { ctx }: Visit,
  input: NewKey,
): Promise<ShownSecretKey> {
  return created.parse(await kit.run(ctx, 'pageCreateKey', { input })).createApiKey;
}

/**
 * Replaces a key by a successor with another secret. The old secret stays valid for
 * `apiKeyOverlapSeconds`. Throws the registered error of the operation.
 */
export async function rotateKey(kit: PageKit, { ctx }: Visit, id: string): Promise<ShownSecretKey> {
  return rotated.parse(await kit.run(ctx, 'pageRotateKey', { id })).rotateApiKey;
}
