import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { RescanOrder } from './rescan.type.js';
import { rescanBlobs } from './rescan-blobs.js';

/** Mutations that order rescans of stored bytes. */
@Resolver()
export class RescansResolver {
  @Mutation(() => RescanOrder, {
    description: 'For admins, after a second factor: what was scanned before is scanned again.',
  })
  @Scoped('required')
  rescanBlobs(
    @Ctx() ctx: RequestContext,
    @Arg('sha256', () => String, {
      nullable: true,
      description: 'The bytes; all that files offer where it is left out.',
    })
    sha256?: string | null,
  ): Promise<RescanOrder> {
    return rescanBlobs(ctx, sha256 ?? null);
  }
}
