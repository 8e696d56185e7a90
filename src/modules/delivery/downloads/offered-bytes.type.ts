import { Field, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../request/scalars.js';
import { ArtifactHashes } from '../../publishing/index.js';
import { DownloadCapabilities, DownloadRepresentation } from './source.type.js';

/** The facts about the bytes of a download, the same for every store and provider. */
@ObjectType({ simpleResolvers: true })
export abstract class OfferedBytes {
  @Field(() => DownloadRepresentation)
  readonly representation!: DownloadRepresentation;

  @Field(() => DownloadCapabilities)
  readonly capabilities!: DownloadCapabilities;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String, { deprecationReason: 'Read `hashes.sha256`.' })
  readonly sha256!: string;

  @Field(() => ArtifactHashes)
  readonly hashes!: ArtifactHashes;
}
