import { describe } from 'vitest';
import { storageContract } from './contract.js';
import { knownFaults, NEEDS_S3, openS3, S3_SERVER } from './s3-subject.js';

const faults = await knownFaults();

describe.skipIf(S3_SERVER === undefined)(`with a server${NEEDS_S3}`, () => {
  storageContract('a bucket of S3', () => openS3(), faults);
});
