import type { Platform } from '../src/platform/platform.js';
import type { JobHandlers } from '../src/platform/queue/queue.port.js';
import {
  collectBlobsJob,
  digestBlobJob,
  mirrorBlobJob,
  rescanBlobsJob,
  type SweepableStore,
  sweepDigestsJob,
  sweepMirrorJob,
  sweepStorageJob,
  verifyBlobsJob,
} from './blobs.js';
import {
  catchUpSearchJob,
  countDownloadsJob,
  freezeRanksJob,
  indexModJob,
  indexModsJob,
  refreshAuthorJob,
  refreshDocumentsJob,
  refreshModsJob,
  refreshSearchJob,
  sweepMediaJob,
} from './catalog.js';
import { deliverWebhookJob, fanOutEventsJob, sweepWebhooksJob } from './events.js';
import { sweepHistoryJob } from './history.js';
import {
  deleteAccountsJob,
  deliverLinkJob,
  exportAccountJob,
  raiseAppAccessJob,
  sendMailJob,
  sweepIdentityJob,
} from './identity.js';
import {
  alignConstraintsJob,
  checkReferencesJob,
  examineReferencesJob,
  verifyReferenceJob,
} from './publishing.js';
import { scanUploadJob, sweepStagingJob, sweepUploadsJob } from './uploads.js';

/**
 * Creates the handlers of all kinds of jobs. They are the same in a worker process and in a service
 * that runs its own jobs.
 */
export function createHandlers(platform: Platform, store: SweepableStore): JobHandlers {
  return {
    'scan-upload': scanUploadJob(platform),
    'rescan-blobs': rescanBlobsJob(platform),
    'index-mod': indexModJob(platform),
    'index-mods': indexModsJob(platform),
    'refresh-search': refreshSearchJob(platform),
    'catch-up-search': catchUpSearchJob(platform),
    'refresh-author': refreshAuthorJob(platform),
    'verify-reference': verifyReferenceJob(platform),
    'check-references': checkReferencesJob(platform),
    'examine-references': examineReferencesJob(platform),
    'refresh-mods': refreshModsJob(platform),
    'refresh-documents': refreshDocumentsJob(platform),
    'count-downloads': countDownloadsJob(platform),
    'freeze-ranks': freezeRanksJob(platform),
    'sweep-uploads': sweepUploadsJob(platform),
    'sweep-staging': sweepStagingJob(platform),
    'collect-blobs': collectBlobsJob(platform),
    'verify-blobs': verifyBlobsJob(platform),
    'digest-blob': digestBlobJob(platform),
    'sweep-digests': sweepDigestsJob(platform),
    'align-constraints': alignConstraintsJob(platform),
    'mirror-blob': mirrorBlobJob(platform),
    'sweep-mirror': sweepMirrorJob(platform),
    'fan-out-events': fanOutEventsJob(platform),
    'deliver-webhook': deliverWebhookJob(platform),
    'export-account': exportAccountJob(platform),
    'delete-accounts': deleteAccountsJob(platform),
    'send-mail': sendMailJob(platform),
    'deliver-link': deliverLinkJob(platform),
    'raise-app-access': raiseAppAccessJob(platform),
    'sweep-webhooks': sweepWebhooksJob(platform),
    'sweep-identity': sweepIdentityJob(platform),
    'sweep-media': sweepMediaJob(platform),
    'sweep-storage': sweepStorageJob(platform, store),
    'sweep-history': sweepHistoryJob(platform),
  };
}
