export type { ModStanding, NoticeParams } from './notice.js';
export { notify } from './notify.js';
export { readMailBacklog } from './read-mail-backlog.js';
export { giveUpNotice, sendNotice } from './send-notice.js';
export { sweepMails } from './sweep-mails.js';
