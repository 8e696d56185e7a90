import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { RescanOrder } from './rescan.type.js';
import { rescanBlobs } from './rescan-blobs.js';

/** Mutations that order rescans of stored bytes. */
@Resolver()
export class RescansResolver {
  @Mutation(() => RescanOrder, {
    description: 'Scans stored bytes again. For admins, after a recent second factor.',
  })
  @Scoped('required')
  rescanBlobs(
    @Ctx() ctx: RequestContext,
    @Arg('sha256', () => String, {
      nullable: true,
      description: 'The bytes to scan. All bytes of available files if omitted.',
    })
    sha256?: string | null,
  ): Promise<RescanOrder> {
    return rescanBlobs(ctx, sha256 ?? null);
  }
}
