import type { Platform } from '../src/platform/platform.js';
import type { JobHandlers } from '../src/platform/queue/queue.port.js';

import { freezeRanksJob } from './freeze-ranks.js';
import { indexModJob } from './index-mod.js';
import { refreshAuthorJob } from './refresh-author.js';
import { scanUploadJob } from './scan-upload.js';
import { sweepIdentityJob } from './sweep-identity.js';
import { type SweepableStore, sweepStorageJob } from './sweep-storage.js';
import { sweepUploadsJob } from './sweep-uploads.js';

/** Every kind of job with what runs it, the same in a worker process and in the whole service. */
export function createHandlers(platform: Platform, store: SweepableStore): JobHandlers {
  return {
    'scan-upload': scanUploadJob(platform),
    'index-mod': indexModJob(platform),
    'refresh-author': refreshAuthorJob(platform),
    'freeze-ranks': freezeRanksJob(platform),
    'sweep-uploads': sweepUploadsJob(platform),
    'sweep-identity': sweepIdentityJob(platform),
    'sweep-storage': sweepStorageJob(platform, store),
  };
}
