import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { getRegistration, getValidation } from './read-reference.js';
import { ExternalArtifactInput } from './reference.input.js';
import { ExternalArtifact, ExternalValidation } from './reference.type.js';
import { registerReference, requireReferenceWrite } from './register-reference.js';

/**
 * Files of external providers (Spec 2.13, 4.3). A registration queues the examination of the file,
 * whose state `getExternalArtifactValidationJob` returns.
 */
@Resolver()
export class ReferencesResolver {
  @Query(() => Boolean, {
    description:
      'Returns true, or the error that a registration would return before it reads the input.',
  })
  @Scoped('required', 'files:reference')
  @Reads('references')
  async mayRegisterExternalArtifact(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
  ): Promise<boolean> {
    await requireReferenceWrite(ctx, modId);
    return true;
  }

  @Mutation(() => ExternalArtifact)
  @Scoped('required', 'files:reference')
  @Writes('references', 'mod', 'modId')
  registerExternalArtifact(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID) versionId: string,
    @Arg('input', () => ExternalArtifactInput) input: ExternalArtifactInput,
  ): Promise<ExternalArtifact> {
    return registerReference(ctx, modId, versionId, input);
  }

  @Query(() => ExternalArtifact, {
    description: 'The external file as its registration returned it.',
  })
  @Scoped('required', 'files:reference')
  @Reads('read-drafts', 'hidden')
  getExternalArtifact(
    @Ctx() ctx: RequestContext,
    @Arg('validationJobId', () => ID) validationJobId: string,
  ): Promise<ExternalArtifact> {
    return getRegistration(ctx, validationJobId);
  }

  @Query(() => ExternalValidation)
  @Scoped('required', 'files:reference')
  @Reads('read-drafts', 'hidden')
  getExternalArtifactValidationJob(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ExternalValidation> {
    return getValidation(ctx, id);
  }
}
