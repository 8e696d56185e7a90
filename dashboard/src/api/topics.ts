import type { TypedDocumentNode } from '@urql/core';
import { graphql } from './graphql';

const UPLOADS = graphql(`
  subscription UploadChanged($id: ID!) {
    uploadChanged(modId: $id) {
      uploadId
      revision
    }
  }
`);

const REVIEWS = graphql(`
  subscription ReviewQueueChanged {
    reviewQueueChanged {
      uploadId
      revision
    }
  }
`);

const DELIVERIES = graphql(`
  subscription WebhookDeliveryChanged($id: ID!) {
    webhookDeliveryChanged(subscriptionId: $id) {
      deliveryId
      deliveryStatus
    }
  }
`);

/**
 * A GraphQL subscription that a view follows, and the object that it is about. Its events say only
 * that something changed, and the view then reads the data.
 */
export interface Topic {
  /** Identifies the document. With the id, it identifies the topic. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the stream only says that something changed.
  readonly document: TypedDocumentNode<any, any>;
  /** Null if the subscription has no object. */
  readonly id: string | null;
}

/** The topic of the states of all uploads to a mod. */
export const uploadsOf = (modId: string): Topic => ({
  name: 'uploads',
  document: UPLOADS,
  id: modId,
});

/** The topic of the review queue. */
export const REVIEW_QUEUE: Topic = { name: 'reviews', document: REVIEWS, id: null };

/** The topic of the states of all deliveries to a webhook. */
export const deliveriesOf = (webhookId: string): Topic => ({
  name: 'deliveries',
  document: DELIVERIES,
  id: webhookId,
});
