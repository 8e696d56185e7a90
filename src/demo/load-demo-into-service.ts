import { createCategory, createGame } from '../modules/catalog/index.js';
import { createToken, createUser, userIdOf } from '../modules/identity/index.js';
import { parseScopes } from '../registry/scopes.js';
import type { RequestContext } from '../request/context.js';
import { type DemoEnvironment, type DemoLoad, demoScopes, loadDemo } from './load-demo.js';

/** The tokens of the demo's creators expire soon after the load, which does not revoke them. */
const TOKEN_LIFETIME_SECONDS = 60 * 60;

type DemoRows = Pick<
  DemoEnvironment,
  'ensureUser' | 'ensureGame' | 'ensureCategory' | 'findMod' | 'tokenFor'
>;

/**
 * Loads the demo through the REST API of the service at `localUrl`, which must use the database and
 * keys of `ctx`. Its signed URLs may begin with `publicUrl`, which this machine may not reach, so
 * the load sends them to `localUrl`. REST cannot create users, games, categories or tokens. The
 * load creates them directly in the database: tokens always, the others if they are missing. Throws
 * the errors of `loadDemo`.
 */
export function loadDemoIntoService(
  ctx: RequestContext,
  service: { localUrl: string; publicUrl: string },
): Promise<DemoLoad> {
  const { log } = ctx.platform;
  return loadDemo({
    baseUrl: service.localUrl,
    address: '127.0.0.1',
    rewriteUrl: (url) =>
      url.startsWith(`${service.publicUrl}/`)
        ? service.localUrl + url.slice(service.publicUrl.length)
        : url,
    log: (line) => log.debug({}, line),
    ...rowsOf(ctx),
  });
}

/** The rows that the load reads and writes directly. */
function rowsOf(ctx: RequestContext): DemoRows {
  const { db } = ctx.platform;
  return {
    async ensureUser({ username }) {
      if (!(await db.user.findUnique({ where: { username } }))) await createUser(ctx, { username });
    },
    async ensureGame({ slug, name, loaders, versions }) {
      if (await db.game.findUnique({ where: { slug } })) return;
      await createGame(ctx, { slug, name, loaders: [...loaders], versions: [...versions] });
    },
    async ensureCategory(gameSlug, { slug, name }) {
      if (await db.category.findFirst({ where: { slug, game: { slug: gameSlug } } })) return;
      await createCategory(ctx, { gameSlug, slug, name });
    },
    async findMod({ slug, game, creator }) {
      const where = { slug, game: { slug: game }, author: { username: creator } };
      return (await db.mod.findFirst({ where, select: { id: true } }))?.id ?? null;
    },
    async tokenFor(username) {
      const token = await createToken(ctx, {
        userId: await userIdOf(ctx, username),
        name: 'demo load',
        scopes: parseScopes(demoScopes),
        modIds: null,
        lifetimeSeconds: TOKEN_LIFETIME_SECONDS,
        aal2: true,
      });
      return token.secret;
    },
  };
}
