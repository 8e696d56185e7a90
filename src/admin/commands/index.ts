import type { Command } from '../command.js';

const backup = () => import('./backup.js');
const accounts = () => import('./accounts.js');
const catalog = () => import('./catalog.js');
const demo = () => import('./demo.js');
const downloads = () => import('./downloads.js');
const keys = () => import('./keys.js');
const stores = () => import('./stores.js');
const uploads = () => import('./uploads.js');

/** Loads a command with the parts of the domain that it needs. */
type Load = () => Promise<Command>;

/**
 * Every command by its two words, in the order of the printed list. A command that changes rows of
 * the database writes lines of the audit log.
 */
export const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['user create', async () => (await accounts()).userCreate],
  ['user list', async () => (await accounts()).userList],
  ['user password', async () => (await accounts()).userPassword],
  ['user totp', async () => (await accounts()).userTotp],
  ['user block', async () => (await accounts()).userBlock],
  ['user unblock', async () => (await accounts()).userUnblock],
  ['user role', async () => (await accounts()).userRole],
  ['token create', async () => (await accounts()).tokenCreate],
  ['oauth-client create', async () => (await accounts()).oauthClientCreate],
  ['signing-key rotate', async () => (await keys()).signingKeyRotate],
  ['keys rotate', async () => (await keys()).keysRotate],
  ['keys forget', async () => (await keys()).keysForget],
  ['game create', async () => (await catalog()).gameCreate],
  ['game update', async () => (await catalog()).gameUpdate],
  ['game content', async () => (await catalog()).gameContent],
  ['category create', async () => (await catalog()).categoryCreate],
  ['entitlement grant', async () => (await downloads()).entitlementGrant],
  ['entitlement revoke', async () => (await downloads()).entitlementRevoke],
  ['upload list', async () => (await uploads()).uploadList],
  ['upload approve', async () => (await uploads()).uploadApprove],
  ['upload reject', async () => (await uploads()).uploadReject],
  ['backup create', async () => (await backup()).backupCreate],
  ['backup verify', async () => (await backup()).backupVerify],
  ['backup restore', async () => (await backup()).backupRestore],
  ['store claim', async () => (await stores()).storeClaim],
  ['search reindex', async () => (await catalog()).searchReindex],
  ['downloads recount', async () => (await downloads()).downloadsRecount],
  ['demo seed', async () => (await demo()).demoSeed],
  ['demo load', async () => (await demo()).demoLoad],
]);
