export { readVerification } from './read-verification.js';
export { verifyBlobs } from './verify-blobs.js';
