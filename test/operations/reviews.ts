import { aboutUpload, type Operations } from './operation.js';

/** Decisions of moderators about uploads, in GraphQL only. */
export const reviews: Operations = {
  listUploadReviews: {
    probe: () => '',
  },
  uploadReviewEntry: {
    probe: aboutUpload,
  },
  uploadReviewContents: {
    probe: aboutUpload,
  },
  claimUploadReview: {
    probe: aboutUpload,
  },
  releaseUploadReview: {
    probe: aboutUpload,
  },
  noteUploadReview: {
    probe: ({ uploadId }) => `(id: "${uploadId}", text: "Looked at.")`,
  },
  approveUpload: {
    probe: aboutUpload,
  },
  rejectUpload: {
    probe: aboutUpload,
  },
};
