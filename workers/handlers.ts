import type { Platform } from '../src/platform/platform.js';
import type { JobHandlers } from '../src/platform/queue/queue.port.js';
import { alignConstraintsJob } from './align-constraints.js';
import { checkReferencesJob } from './check-references.js';
import { collectBlobsJob } from './collect-blobs.js';
import { countDownloadsJob } from './count-downloads.js';
import { deliverWebhookJob } from './deliver-webhook.js';
import { digestBlobJob } from './digest-blob.js';
import { fanOutEventsJob } from './fan-out-events.js';
import { freezeRanksJob } from './freeze-ranks.js';
import { indexModJob } from './index-mod.js';
import { mirrorBlobJob } from './mirror-blob.js';
import { refreshAuthorJob } from './refresh-author.js';
import { refreshDocumentsJob } from './refresh-documents.js';
import { refreshModsJob } from './refresh-mods.js';
import { rescanBlobsJob } from './rescan-blobs.js';
import { scanUploadJob } from './scan-upload.js';
import { sendMailJob } from './send-mail.js';
import { sweepDigestsJob } from './sweep-digests.js';
import { sweepIdentityJob } from './sweep-identity.js';
import { sweepMediaJob } from './sweep-media.js';
import { sweepMirrorJob } from './sweep-mirror.js';
import { sweepStagingJob } from './sweep-staging.js';
import { type SweepableStore, sweepStorageJob } from './sweep-storage.js';
import { sweepUploadsJob } from './sweep-uploads.js';
import { sweepWebhooksJob } from './sweep-webhooks.js';
import { verifyBlobsJob } from './verify-blobs.js';
import { verifyReferenceJob } from './verify-reference.js';

/** The handler of every kind of job, the same in a worker process and in the whole service. */
export function createHandlers(platform: Platform, store: SweepableStore): JobHandlers {
  return {
    'scan-upload': scanUploadJob(platform),
    'rescan-blobs': rescanBlobsJob(platform),
    'index-mod': indexModJob(platform),
    'refresh-author': refreshAuthorJob(platform),
    'verify-reference': verifyReferenceJob(platform),
    'check-references': checkReferencesJob(platform),
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
    'send-mail': sendMailJob(platform),
    'sweep-webhooks': sweepWebhooksJob(platform),
    'sweep-identity': sweepIdentityJob(platform),
    'sweep-media': sweepMediaJob(platform),
    'sweep-storage': sweepStorageJob(platform, store),
  };
}
