export { blobKeyOf } from './bind-blob.js';
export { approveUpload, refuseUpload } from './review-upload.js';
export { giveUpScan, scanUpload } from './scan-upload.js';
export { sweepUploads } from './sweep-uploads.js';
export { UploadsResolver } from './uploads.resolver.js';
