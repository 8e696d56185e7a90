import type { Command } from './command.js';
import { completion } from './commands/completion.js';
import { download } from './commands/download.js';
import { info } from './commands/info.js';
import { init } from './commands/init.js';
import { install } from './commands/install.js';
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.js';
import { login } from './commands/login.js';
import { logout } from './commands/logout.js';
import { plan } from './commands/plan.js';
import { publish } from './commands/publish.js';
import { remove } from './commands/remove.js';
import { rollback } from './commands/rollback.js';
import { search } from './commands/search.js';
import { update } from './commands/update.js';
import { upload } from './commands/upload.js';
import { verify } from './commands/verify.js';
import { listenWebhooks } from './commands/webhooks-listen.js';
import { whoami } from './commands/whoami.js';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  search,
  info,
  plan,
  install,
  update,
  remove,
  verify,
  download,
  init,
  upload,
  publish,
  rollback,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listenWebhooks,
  completion(() => COMMANDS),
];
