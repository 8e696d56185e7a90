"""The models of bodies and responses. Each is imported when it is used first."""

from typing import TYPE_CHECKING

from ..._lazy import lazy

if TYPE_CHECKING:
    from .abort_upload_session_response_200 import AbortUploadSessionResponse200
    from .abort_upload_session_response_200_status import (
        AbortUploadSessionResponse200Status,
    )
    from .access_tier import AccessTier
    from .account_access_changed_event import AccountAccessChangedEvent
    from .account_access_changed_event_data import AccountAccessChangedEventData
    from .account_access_changed_event_subject import AccountAccessChangedEventSubject
    from .add_media_input import AddMediaInput
    from .add_media_input_alt_type_1 import AddMediaInputAltType1
    from .add_mod_media_body import AddModMediaBody
    from .add_mod_media_response_201 import AddModMediaResponse201
    from .added_media_kind import AddedMediaKind
    from .added_media_manager import AddedMediaManager
    from .agent_tool_run_fields import AgentToolRunFields
    from .agent_tool_run_fields_confirmation import AgentToolRunFieldsConfirmation
    from .agent_tool_run_fields_effects_item import AgentToolRunFieldsEffectsItem
    from .agent_tool_run_fields_effects_item_changes_item import (
        AgentToolRunFieldsEffectsItemChangesItem,
    )
    from .agent_tool_run_fields_effects_item_target import (
        AgentToolRunFieldsEffectsItemTarget,
    )
    from .agent_tool_run_fields_output import AgentToolRunFieldsOutput
    from .api_key_fields import ApiKeyFields
    from .api_key_fields_resource_grants_type_0_item import (
        ApiKeyFieldsResourceGrantsType0Item,
    )
    from .api_key_state import ApiKeyState
    from .app_changed_event import AppChangedEvent
    from .app_changed_event_data import AppChangedEventData
    from .app_changed_event_subject import AppChangedEventSubject
    from .archive_manifest_entry_input import ArchiveManifestEntryInput
    from .artifact_lookup_input import ArtifactLookupInput
    from .artifact_source import ArtifactSource
    from .artifact_state import ArtifactState
    from .check_updates_response_200 import CheckUpdatesResponse200
    from .check_updates_response_200_data import CheckUpdatesResponse200Data
    from .check_updates_response_200_data_items_item import (
        CheckUpdatesResponse200DataItemsItem,
    )
    from .check_updates_response_200_data_items_item_installed_type_0 import (
        CheckUpdatesResponse200DataItemsItemInstalledType0,
    )
    from .check_updates_response_200_data_items_item_latest_type_0 import (
        CheckUpdatesResponse200DataItemsItemLatestType0,
    )
    from .ci_provider import CiProvider
    from .complete_upload_input import CompleteUploadInput
    from .complete_upload_session_response_200 import CompleteUploadSessionResponse200
    from .complete_upload_session_response_200_status import (
        CompleteUploadSessionResponse200Status,
    )
    from .complete_upload_session_response_202 import CompleteUploadSessionResponse202
    from .complete_upload_session_response_202_status import (
        CompleteUploadSessionResponse202Status,
    )
    from .create_api_key_input import CreateApiKeyInput
    from .create_api_key_input_scopes_item import CreateApiKeyInputScopesItem
    from .create_api_key_response_201 import CreateApiKeyResponse201
    from .create_mod_draft_response_201 import CreateModDraftResponse201
    from .create_mod_fallback_cover_response_200 import (
        CreateModFallbackCoverResponse200,
    )
    from .create_mod_fallback_cover_response_201 import (
        CreateModFallbackCoverResponse201,
    )
    from .create_mod_input import CreateModInput
    from .create_mod_input_description_type_1 import CreateModInputDescriptionType1
    from .create_mod_input_localized_slugs_type_1 import (
        CreateModInputLocalizedSlugsType1,
    )
    from .create_mod_input_summary_type_1 import CreateModInputSummaryType1
    from .create_mod_input_title_type_1 import CreateModInputTitleType1
    from .create_mod_version_input import CreateModVersionInput
    from .create_mod_version_input_build_metadata_type_0 import (
        CreateModVersionInputBuildMetadataType0,
    )
    from .create_mod_version_input_changelog_type_1 import (
        CreateModVersionInputChangelogType1,
    )
    from .create_mod_version_input_requirements_type_0 import (
        CreateModVersionInputRequirementsType0,
    )
    from .create_mod_version_response_201 import CreateModVersionResponse201
    from .create_trusted_publisher_response_201 import CreateTrustedPublisherResponse201
    from .create_upload_session_response_201 import CreateUploadSessionResponse201
    from .create_upload_session_response_201_data import (
        CreateUploadSessionResponse201Data,
    )
    from .create_upload_session_response_201_status import (
        CreateUploadSessionResponse201Status,
    )
    from .create_webhook_subscription_input import CreateWebhookSubscriptionInput
    from .create_webhook_subscription_input_event_kinds_item import (
        CreateWebhookSubscriptionInputEventKindsItem,
    )
    from .create_webhook_subscription_response_201 import (
        CreateWebhookSubscriptionResponse201,
    )
    from .created_api_key_fields import CreatedApiKeyFields
    from .created_api_key_fields_resource_grants_type_0_item import (
        CreatedApiKeyFieldsResourceGrantsType0Item,
    )
    from .created_webhook_subscription_fields import CreatedWebhookSubscriptionFields
    from .created_webhook_subscription_fields_resource_grants_type_0_item import (
        CreatedWebhookSubscriptionFieldsResourceGrantsType0Item,
    )
    from .credential_kind import CredentialKind
    from .delivery_failure import DeliveryFailure
    from .delivery_state import DeliveryState
    from .dependency_input import DependencyInput
    from .dependency_kind import DependencyKind
    from .digest_algorithm import DigestAlgorithm
    from .download_fields import DownloadFields
    from .download_fields_capabilities import DownloadFieldsCapabilities
    from .download_fields_download_grant import DownloadFieldsDownloadGrant
    from .download_fields_download_job import DownloadFieldsDownloadJob
    from .download_fields_download_job_progress import DownloadFieldsDownloadJobProgress
    from .download_fields_fallback import DownloadFieldsFallback
    from .download_fields_hashes import DownloadFieldsHashes
    from .download_fields_representation import DownloadFieldsRepresentation
    from .download_fields_resume import DownloadFieldsResume
    from .download_fields_transport import DownloadFieldsTransport
    from .download_job_input import DownloadJobInput
    from .download_progress_input import DownloadProgressInput
    from .expected_hashes_input import ExpectedHashesInput
    from .external_artifact_fields import ExternalArtifactFields
    from .external_artifact_input import ExternalArtifactInput
    from .file_failed_event import FileFailedEvent
    from .file_failed_event_data import FileFailedEventData
    from .file_failed_event_subject import FileFailedEventSubject
    from .file_kind import FileKind
    from .file_ready_event import FileReadyEvent
    from .file_ready_event_data import FileReadyEventData
    from .file_ready_event_subject import FileReadyEventSubject
    from .get_api_key_capabilities_response_200 import GetApiKeyCapabilitiesResponse200
    from .get_api_key_capabilities_response_200_data import (
        GetApiKeyCapabilitiesResponse200Data,
    )
    from .get_api_key_capabilities_response_200_data_limits import (
        GetApiKeyCapabilitiesResponse200DataLimits,
    )
    from .get_api_key_capabilities_response_200_data_mods_item import (
        GetApiKeyCapabilitiesResponse200DataModsItem,
    )
    from .get_api_key_capabilities_response_200_data_mods_item_title import (
        GetApiKeyCapabilitiesResponse200DataModsItemTitle,
    )
    from .get_api_key_capabilities_response_200_data_scopes_item import (
        GetApiKeyCapabilitiesResponse200DataScopesItem,
    )
    from .get_artifact_response_200 import GetArtifactResponse200
    from .get_artifact_response_200_data import GetArtifactResponse200Data
    from .get_artifact_response_200_data_download import (
        GetArtifactResponse200DataDownload,
    )
    from .get_artifact_response_200_data_hashes import GetArtifactResponse200DataHashes
    from .get_artifact_response_200_data_links import GetArtifactResponse200DataLinks
    from .get_artifact_response_200_data_mod import GetArtifactResponse200DataMod
    from .get_artifact_response_200_data_mod_game import (
        GetArtifactResponse200DataModGame,
    )
    from .get_artifact_response_200_data_mod_links import (
        GetArtifactResponse200DataModLinks,
    )
    from .get_artifact_response_200_data_mod_title import (
        GetArtifactResponse200DataModTitle,
    )
    from .get_artifact_response_200_data_version import (
        GetArtifactResponse200DataVersion,
    )
    from .get_external_artifact_validation_job_response_200 import (
        GetExternalArtifactValidationJobResponse200,
    )
    from .get_external_artifact_validation_job_response_200_data import (
        GetExternalArtifactValidationJobResponse200Data,
    )
    from .get_external_artifact_validation_job_response_200_data_progress import (
        GetExternalArtifactValidationJobResponse200DataProgress,
    )
    from .get_game_response_200 import GetGameResponse200
    from .get_me_response_200 import GetMeResponse200
    from .get_me_response_200_data import GetMeResponse200Data
    from .get_me_response_200_data_credential import GetMeResponse200DataCredential
    from .get_me_response_200_data_credential_resource_grants_type_0_item import (
        GetMeResponse200DataCredentialResourceGrantsType0Item,
    )
    from .get_me_response_200_data_user import GetMeResponse200DataUser
    from .get_mod_response_200 import GetModResponse200
    from .get_mod_version_response_200 import GetModVersionResponse200
    from .get_upload_review_response_200 import GetUploadReviewResponse200
    from .get_upload_review_response_200_data import GetUploadReviewResponse200Data
    from .get_upload_session_response_200 import GetUploadSessionResponse200
    from .get_upload_session_response_200_status import (
        GetUploadSessionResponse200Status,
    )
    from .get_user_response_200 import GetUserResponse200
    from .get_user_response_200_data import GetUserResponse200Data
    from .get_webhook_subscription_response_200 import GetWebhookSubscriptionResponse200
    from .install_plan_input import InstallPlanInput
    from .installed_file_input import InstalledFileInput
    from .job_state import JobState
    from .list_agent_gateway_tools_response_200 import ListAgentGatewayToolsResponse200
    from .list_agent_gateway_tools_response_200_data_item import (
        ListAgentGatewayToolsResponse200DataItem,
    )
    from .list_agent_gateway_tools_response_200_data_item_input_schema import (
        ListAgentGatewayToolsResponse200DataItemInputSchema,
    )
    from .list_agent_gateway_tools_response_200_data_item_output_schema import (
        ListAgentGatewayToolsResponse200DataItemOutputSchema,
    )
    from .list_api_keys_response_200 import ListApiKeysResponse200
    from .list_catalog_categories_response_200 import ListCatalogCategoriesResponse200
    from .list_catalog_categories_response_200_data_item import (
        ListCatalogCategoriesResponse200DataItem,
    )
    from .list_catalog_categories_response_200_data_item_game import (
        ListCatalogCategoriesResponse200DataItemGame,
    )
    from .list_games_response_200 import ListGamesResponse200
    from .list_mod_dependencies_response_200 import ListModDependenciesResponse200
    from .list_mod_media_response_200 import ListModMediaResponse200
    from .list_mod_team_members_response_200 import ListModTeamMembersResponse200
    from .list_mod_versions_response_200 import ListModVersionsResponse200
    from .list_mods_response_200 import ListModsResponse200
    from .list_my_resources_response_200 import ListMyResourcesResponse200
    from .list_my_resources_response_200_data_item import (
        ListMyResourcesResponse200DataItem,
    )
    from .list_my_resources_response_200_data_item_mod import (
        ListMyResourcesResponse200DataItemMod,
    )
    from .list_my_resources_response_200_data_item_mod_title import (
        ListMyResourcesResponse200DataItemModTitle,
    )
    from .list_trusted_publishers_response_200 import ListTrustedPublishersResponse200
    from .list_webhook_deliveries_event_kind import ListWebhookDeliveriesEventKind
    from .list_webhook_deliveries_response_200 import ListWebhookDeliveriesResponse200
    from .list_webhook_subscriptions_response_200 import (
        ListWebhookSubscriptionsResponse200,
    )
    from .lookup_artifacts_response_200 import LookupArtifactsResponse200
    from .lookup_artifacts_response_200_data import LookupArtifactsResponse200Data
    from .lookup_artifacts_response_200_data_hashes_item import (
        LookupArtifactsResponse200DataHashesItem,
    )
    from .lookup_artifacts_response_200_data_hashes_item_matches_item import (
        LookupArtifactsResponse200DataHashesItemMatchesItem,
    )
    from .lookup_artifacts_response_200_data_hashes_item_matches_item_mod import (
        LookupArtifactsResponse200DataHashesItemMatchesItemMod,
    )
    from .lookup_artifacts_response_200_data_hashes_item_matches_item_mod_title import (
        LookupArtifactsResponse200DataHashesItemMatchesItemModTitle,
    )
    from .lookup_artifacts_response_200_data_hashes_item_matches_item_version import (
        LookupArtifactsResponse200DataHashesItemMatchesItemVersion,
    )
    from .media_kind import MediaKind
    from .media_manager import MediaManager
    from .mod_sort import ModSort
    from .mod_state import ModState
    from .mod_team_member import ModTeamMember
    from .mod_team_member_user import ModTeamMemberUser
    from .mod_updated_event import ModUpdatedEvent
    from .mod_updated_event_data import ModUpdatedEventData
    from .mod_updated_event_subject import ModUpdatedEventSubject
    from .next_page import NextPage
    from .plan_constraint_fields import PlanConstraintFields
    from .plan_file_fields import PlanFileFields
    from .plan_role import PlanRole
    from .plan_status import PlanStatus
    from .plan_version_input import PlanVersionInput
    from .presented_kind import PresentedKind
    from .profile_fields import ProfileFields
    from .provider_locator_input import ProviderLocatorInput
    from .provider_locator_input_provider import ProviderLocatorInputProvider
    from .public_dependency import PublicDependency
    from .public_game import PublicGame
    from .public_media_variant import PublicMediaVariant
    from .public_mod import PublicMod
    from .public_mod_artifact import PublicModArtifact
    from .public_mod_artifact_download_metadata import PublicModArtifactDownloadMetadata
    from .public_mod_artifact_hashes import PublicModArtifactHashes
    from .public_mod_author import PublicModAuthor
    from .public_mod_categories_item import PublicModCategoriesItem
    from .public_mod_description import PublicModDescription
    from .public_mod_game import PublicModGame
    from .public_mod_latest_release_type_0 import PublicModLatestReleaseType0
    from .public_mod_links import PublicModLinks
    from .public_mod_localized_slugs import PublicModLocalizedSlugs
    from .public_mod_media import PublicModMedia
    from .public_mod_media_alt import PublicModMediaAlt
    from .public_mod_summary import PublicModSummary
    from .public_mod_title import PublicModTitle
    from .public_mod_version import PublicModVersion
    from .public_mod_version_build_metadata import PublicModVersionBuildMetadata
    from .public_mod_version_changelog import PublicModVersionChangelog
    from .public_mod_version_provenance import PublicModVersionProvenance
    from .public_mod_version_requirements import PublicModVersionRequirements
    from .publish_mod_version_response_200 import PublishModVersionResponse200
    from .redeliver_webhook_delivery_response_202 import (
        RedeliverWebhookDeliveryResponse202,
    )
    from .reference_evidence_input import ReferenceEvidenceInput
    from .reference_provenance_input import ReferenceProvenanceInput
    from .reference_state import ReferenceState
    from .register_external_artifact_response_202 import (
        RegisterExternalArtifactResponse202,
    )
    from .release_channel import ReleaseChannel
    from .resolve_download_fallback_input import ResolveDownloadFallbackInput
    from .resolve_download_fallback_response_200 import (
        ResolveDownloadFallbackResponse200,
    )
    from .resolve_download_fallback_response_200_data import (
        ResolveDownloadFallbackResponse200Data,
    )
    from .resolve_download_fallback_response_200_data_capabilities import (
        ResolveDownloadFallbackResponse200DataCapabilities,
    )
    from .resolve_download_fallback_response_200_data_download_grant import (
        ResolveDownloadFallbackResponse200DataDownloadGrant,
    )
    from .resolve_download_fallback_response_200_data_download_job import (
        ResolveDownloadFallbackResponse200DataDownloadJob,
    )
    from .resolve_download_fallback_response_200_data_download_job_progress import (
        ResolveDownloadFallbackResponse200DataDownloadJobProgress,
    )
    from .resolve_download_fallback_response_200_data_hashes import (
        ResolveDownloadFallbackResponse200DataHashes,
    )
    from .resolve_download_fallback_response_200_data_representation import (
        ResolveDownloadFallbackResponse200DataRepresentation,
    )
    from .resolve_download_fallback_response_200_data_resume import (
        ResolveDownloadFallbackResponse200DataResume,
    )
    from .resolve_download_input import ResolveDownloadInput
    from .resolve_download_response_200 import ResolveDownloadResponse200
    from .resolve_install_plan_response_200 import ResolveInstallPlanResponse200
    from .resolve_install_plan_response_200_data import (
        ResolveInstallPlanResponse200Data,
    )
    from .resolve_install_plan_response_200_data_artifact_selection_item import (
        ResolveInstallPlanResponse200DataArtifactSelectionItem,
    )
    from .resolve_install_plan_response_200_data_conflicts_item import (
        ResolveInstallPlanResponse200DataConflictsItem,
    )
    from .resolve_install_plan_response_200_data_decision_reasons_item import (
        ResolveInstallPlanResponse200DataDecisionReasonsItem,
    )
    from .resolve_install_plan_response_200_data_items_item import (
        ResolveInstallPlanResponse200DataItemsItem,
    )
    from .resolve_install_plan_response_200_data_items_item_title import (
        ResolveInstallPlanResponse200DataItemsItemTitle,
    )
    from .resolve_install_plan_response_200_data_request import (
        ResolveInstallPlanResponse200DataRequest,
    )
    from .resolve_install_plan_response_200_data_request_versions_item import (
        ResolveInstallPlanResponse200DataRequestVersionsItem,
    )
    from .resolve_install_plan_response_200_data_steps_item import (
        ResolveInstallPlanResponse200DataStepsItem,
    )
    from .resource_grant_input import ResourceGrantInput
    from .resource_type import ResourceType
    from .review_state import ReviewState
    from .rollback_mod_version_response_200 import RollbackModVersionResponse200
    from .rotate_api_key_response_201 import RotateApiKeyResponse201
    from .rotate_webhook_subscription_secret_response_200 import (
        RotateWebhookSubscriptionSecretResponse200,
    )
    from .run_agent_gateway_tool_response_200 import RunAgentGatewayToolResponse200
    from .run_agent_tool_input import RunAgentToolInput
    from .run_agent_tool_input_input import RunAgentToolInputInput
    from .run_agent_tool_input_tool import RunAgentToolInputTool
    from .scan_completed_event import ScanCompletedEvent
    from .scan_completed_event_data import ScanCompletedEventData
    from .scan_completed_event_subject import ScanCompletedEventSubject
    from .scan_status import ScanStatus
    from .scope_kind import ScopeKind
    from .search_catalog_response_200 import SearchCatalogResponse200
    from .search_catalog_response_200_data_item import SearchCatalogResponse200DataItem
    from .search_catalog_response_200_data_item_search_type_0 import (
        SearchCatalogResponse200DataItemSearchType0,
    )
    from .search_facets_response_200 import SearchFacetsResponse200
    from .search_facets_response_200_data import SearchFacetsResponse200Data
    from .search_facets_response_200_data_categories_item import (
        SearchFacetsResponse200DataCategoriesItem,
    )
    from .search_facets_response_200_data_game_versions_item import (
        SearchFacetsResponse200DataGameVersionsItem,
    )
    from .search_facets_response_200_data_games_item import (
        SearchFacetsResponse200DataGamesItem,
    )
    from .search_facets_response_200_data_loaders_item import (
        SearchFacetsResponse200DataLoadersItem,
    )
    from .set_mod_team_member_body import SetModTeamMemberBody
    from .set_mod_team_member_response_200 import SetModTeamMemberResponse200
    from .sign_upload_parts_body import SignUploadPartsBody
    from .sign_upload_parts_response_200 import SignUploadPartsResponse200
    from .sign_upload_parts_response_200_data import SignUploadPartsResponse200Data
    from .signed_part_fields import SignedPartFields
    from .signed_part_fields_headers import SignedPartFieldsHeaders
    from .suggest_response_200 import SuggestResponse200
    from .suggest_response_200_data import SuggestResponse200Data
    from .suggest_response_200_data_authors_item import (
        SuggestResponse200DataAuthorsItem,
    )
    from .suggest_response_200_data_categories_item import (
        SuggestResponse200DataCategoriesItem,
    )
    from .suggest_response_200_data_categories_item_game import (
        SuggestResponse200DataCategoriesItemGame,
    )
    from .suggest_response_200_data_mods_item import SuggestResponse200DataModsItem
    from .suggest_response_200_data_mods_item_title import (
        SuggestResponse200DataModsItemTitle,
    )
    from .team_role import TeamRole
    from .token_changed_event import TokenChangedEvent
    from .token_changed_event_data import TokenChangedEventData
    from .token_changed_event_subject import TokenChangedEventSubject
    from .trusted_publisher_fields import TrustedPublisherFields
    from .trusted_publisher_fields_created_by import TrustedPublisherFieldsCreatedBy
    from .trusted_publisher_input import TrustedPublisherInput
    from .update_check_input import UpdateCheckInput
    from .update_mod_draft_response_200 import UpdateModDraftResponse200
    from .update_mod_input import UpdateModInput
    from .update_mod_input_description_type_1 import UpdateModInputDescriptionType1
    from .update_mod_input_localized_slugs_type_1 import (
        UpdateModInputLocalizedSlugsType1,
    )
    from .update_mod_input_summary_type_1 import UpdateModInputSummaryType1
    from .update_mod_input_title_type_1 import UpdateModInputTitleType1
    from .update_mod_version_input import UpdateModVersionInput
    from .update_mod_version_input_build_metadata_type_0 import (
        UpdateModVersionInputBuildMetadataType0,
    )
    from .update_mod_version_input_changelog_type_1 import (
        UpdateModVersionInputChangelogType1,
    )
    from .update_mod_version_input_requirements_type_0 import (
        UpdateModVersionInputRequirementsType0,
    )
    from .update_mod_version_response_200 import UpdateModVersionResponse200
    from .update_my_profile_response_200 import UpdateMyProfileResponse200
    from .update_profile_input import UpdateProfileInput
    from .update_profile_input_locale import UpdateProfileInputLocale
    from .update_status import UpdateStatus
    from .update_webhook_subscription_input import UpdateWebhookSubscriptionInput
    from .update_webhook_subscription_input_event_kinds_item import (
        UpdateWebhookSubscriptionInputEventKindsItem,
    )
    from .update_webhook_subscription_response_200 import (
        UpdateWebhookSubscriptionResponse200,
    )
    from .upload_completed_event import UploadCompletedEvent
    from .upload_completed_event_data import UploadCompletedEventData
    from .upload_completed_event_subject import UploadCompletedEventSubject
    from .upload_finding_fields import UploadFindingFields
    from .upload_input import UploadInput
    from .upload_input_build_metadata_type_0 import UploadInputBuildMetadataType0
    from .upload_instruction_fields import UploadInstructionFields
    from .upload_instruction_fields_headers import UploadInstructionFieldsHeaders
    from .upload_progress_fields import UploadProgressFields
    from .upload_progress_fields_completed_parts_item import (
        UploadProgressFieldsCompletedPartsItem,
    )
    from .upload_session_fields import UploadSessionFields
    from .upload_session_fields_failure_type_0 import UploadSessionFieldsFailureType0
    from .upload_session_fields_job_type_0 import UploadSessionFieldsJobType0
    from .upload_session_fields_job_type_0_progress import (
        UploadSessionFieldsJobType0Progress,
    )
    from .upload_session_fields_retry import UploadSessionFieldsRetry
    from .upload_session_fields_review import UploadSessionFieldsReview
    from .upload_state import UploadState
    from .upload_strategy import UploadStrategy
    from .uploaded_part_input import UploadedPartInput
    from .validate_upload_request_response_200 import ValidateUploadRequestResponse200
    from .validate_upload_request_response_200_data import (
        ValidateUploadRequestResponse200Data,
    )
    from .validate_upload_request_response_200_data_problems_item import (
        ValidateUploadRequestResponse200DataProblemsItem,
    )
    from .validation_state import ValidationState
    from .version_published_event import VersionPublishedEvent
    from .version_published_event_data import VersionPublishedEventData
    from .version_published_event_subject import VersionPublishedEventSubject
    from .version_state import VersionState
    from .webhook_delivery_fields import WebhookDeliveryFields
    from .webhook_delivery_fields_links import WebhookDeliveryFieldsLinks
    from .webhook_delivery_fields_retry import WebhookDeliveryFieldsRetry
    from .webhook_end import WebhookEnd
    from .webhook_state import WebhookState
    from .webhook_subscription_fields import WebhookSubscriptionFields
    from .webhook_subscription_fields_resource_grants_type_0_item import (
        WebhookSubscriptionFieldsResourceGrantsType0Item,
    )
else:
    __getattr__ = lazy(
        __name__,
        {
            "AbortUploadSessionResponse200": ".abort_upload_session_response_200",
            "AbortUploadSessionResponse200Status": ".abort_upload_session_response_200_status",
            "AccessTier": ".access_tier",
            "AccountAccessChangedEvent": ".account_access_changed_event",
            "AccountAccessChangedEventData": ".account_access_changed_event_data",
            "AccountAccessChangedEventSubject": ".account_access_changed_event_subject",
            "AddMediaInput": ".add_media_input",
            "AddMediaInputAltType1": ".add_media_input_alt_type_1",
            "AddModMediaBody": ".add_mod_media_body",
            "AddModMediaResponse201": ".add_mod_media_response_201",
            "AddedMediaKind": ".added_media_kind",
            "AddedMediaManager": ".added_media_manager",
            "AgentToolRunFields": ".agent_tool_run_fields",
            "AgentToolRunFieldsConfirmation": ".agent_tool_run_fields_confirmation",
            "AgentToolRunFieldsEffectsItem": ".agent_tool_run_fields_effects_item",
            "AgentToolRunFieldsEffectsItemChangesItem": ".agent_tool_run_fields_effects_item_changes_item",
            "AgentToolRunFieldsEffectsItemTarget": ".agent_tool_run_fields_effects_item_target",
            "AgentToolRunFieldsOutput": ".agent_tool_run_fields_output",
            "ApiKeyFields": ".api_key_fields",
            "ApiKeyFieldsResourceGrantsType0Item": ".api_key_fields_resource_grants_type_0_item",
            "ApiKeyState": ".api_key_state",
            "AppChangedEvent": ".app_changed_event",
            "AppChangedEventData": ".app_changed_event_data",
            "AppChangedEventSubject": ".app_changed_event_subject",
            "ArchiveManifestEntryInput": ".archive_manifest_entry_input",
            "ArtifactLookupInput": ".artifact_lookup_input",
            "ArtifactSource": ".artifact_source",
            "ArtifactState": ".artifact_state",
            "CheckUpdatesResponse200": ".check_updates_response_200",
            "CheckUpdatesResponse200Data": ".check_updates_response_200_data",
            "CheckUpdatesResponse200DataItemsItem": ".check_updates_response_200_data_items_item",
            "CheckUpdatesResponse200DataItemsItemInstalledType0": ".check_updates_response_200_data_items_item_installed_type_0",
            "CheckUpdatesResponse200DataItemsItemLatestType0": ".check_updates_response_200_data_items_item_latest_type_0",
            "CiProvider": ".ci_provider",
            "CompleteUploadInput": ".complete_upload_input",
            "CompleteUploadSessionResponse200": ".complete_upload_session_response_200",
            "CompleteUploadSessionResponse200Status": ".complete_upload_session_response_200_status",
            "CompleteUploadSessionResponse202": ".complete_upload_session_response_202",
            "CompleteUploadSessionResponse202Status": ".complete_upload_session_response_202_status",
            "CreateApiKeyInput": ".create_api_key_input",
            "CreateApiKeyInputScopesItem": ".create_api_key_input_scopes_item",
            "CreateApiKeyResponse201": ".create_api_key_response_201",
            "CreateModDraftResponse201": ".create_mod_draft_response_201",
            "CreateModFallbackCoverResponse200": ".create_mod_fallback_cover_response_200",
            "CreateModFallbackCoverResponse201": ".create_mod_fallback_cover_response_201",
            "CreateModInput": ".create_mod_input",
            "CreateModInputDescriptionType1": ".create_mod_input_description_type_1",
            "CreateModInputLocalizedSlugsType1": ".create_mod_input_localized_slugs_type_1",
            "CreateModInputSummaryType1": ".create_mod_input_summary_type_1",
            "CreateModInputTitleType1": ".create_mod_input_title_type_1",
            "CreateModVersionInput": ".create_mod_version_input",
            "CreateModVersionInputBuildMetadataType0": ".create_mod_version_input_build_metadata_type_0",
            "CreateModVersionInputChangelogType1": ".create_mod_version_input_changelog_type_1",
            "CreateModVersionInputRequirementsType0": ".create_mod_version_input_requirements_type_0",
            "CreateModVersionResponse201": ".create_mod_version_response_201",
            "CreateTrustedPublisherResponse201": ".create_trusted_publisher_response_201",
            "CreateUploadSessionResponse201": ".create_upload_session_response_201",
            "CreateUploadSessionResponse201Data": ".create_upload_session_response_201_data",
            "CreateUploadSessionResponse201Status": ".create_upload_session_response_201_status",
            "CreateWebhookSubscriptionInput": ".create_webhook_subscription_input",
            "CreateWebhookSubscriptionInputEventKindsItem": ".create_webhook_subscription_input_event_kinds_item",
            "CreateWebhookSubscriptionResponse201": ".create_webhook_subscription_response_201",
            "CreatedApiKeyFields": ".created_api_key_fields",
            "CreatedApiKeyFieldsResourceGrantsType0Item": ".created_api_key_fields_resource_grants_type_0_item",
            "CreatedWebhookSubscriptionFields": ".created_webhook_subscription_fields",
            "CreatedWebhookSubscriptionFieldsResourceGrantsType0Item": ".created_webhook_subscription_fields_resource_grants_type_0_item",
            "CredentialKind": ".credential_kind",
            "DeliveryFailure": ".delivery_failure",
            "DeliveryState": ".delivery_state",
            "DependencyInput": ".dependency_input",
            "DependencyKind": ".dependency_kind",
            "DigestAlgorithm": ".digest_algorithm",
            "DownloadFields": ".download_fields",
            "DownloadFieldsCapabilities": ".download_fields_capabilities",
            "DownloadFieldsDownloadGrant": ".download_fields_download_grant",
            "DownloadFieldsDownloadJob": ".download_fields_download_job",
            "DownloadFieldsDownloadJobProgress": ".download_fields_download_job_progress",
            "DownloadFieldsFallback": ".download_fields_fallback",
            "DownloadFieldsHashes": ".download_fields_hashes",
            "DownloadFieldsRepresentation": ".download_fields_representation",
            "DownloadFieldsResume": ".download_fields_resume",
            "DownloadFieldsTransport": ".download_fields_transport",
            "DownloadJobInput": ".download_job_input",
            "DownloadProgressInput": ".download_progress_input",
            "ExpectedHashesInput": ".expected_hashes_input",
            "ExternalArtifactFields": ".external_artifact_fields",
            "ExternalArtifactInput": ".external_artifact_input",
            "FileFailedEvent": ".file_failed_event",
            "FileFailedEventData": ".file_failed_event_data",
            "FileFailedEventSubject": ".file_failed_event_subject",
            "FileKind": ".file_kind",
            "FileReadyEvent": ".file_ready_event",
            "FileReadyEventData": ".file_ready_event_data",
            "FileReadyEventSubject": ".file_ready_event_subject",
            "GetApiKeyCapabilitiesResponse200": ".get_api_key_capabilities_response_200",
            "GetApiKeyCapabilitiesResponse200Data": ".get_api_key_capabilities_response_200_data",
            "GetApiKeyCapabilitiesResponse200DataLimits": ".get_api_key_capabilities_response_200_data_limits",
            "GetApiKeyCapabilitiesResponse200DataModsItem": ".get_api_key_capabilities_response_200_data_mods_item",
            "GetApiKeyCapabilitiesResponse200DataModsItemTitle": ".get_api_key_capabilities_response_200_data_mods_item_title",
            "GetApiKeyCapabilitiesResponse200DataScopesItem": ".get_api_key_capabilities_response_200_data_scopes_item",
            "GetArtifactResponse200": ".get_artifact_response_200",
            "GetArtifactResponse200Data": ".get_artifact_response_200_data",
            "GetArtifactResponse200DataDownload": ".get_artifact_response_200_data_download",
            "GetArtifactResponse200DataHashes": ".get_artifact_response_200_data_hashes",
            "GetArtifactResponse200DataLinks": ".get_artifact_response_200_data_links",
            "GetArtifactResponse200DataMod": ".get_artifact_response_200_data_mod",
            "GetArtifactResponse200DataModGame": ".get_artifact_response_200_data_mod_game",
            "GetArtifactResponse200DataModLinks": ".get_artifact_response_200_data_mod_links",
            "GetArtifactResponse200DataModTitle": ".get_artifact_response_200_data_mod_title",
            "GetArtifactResponse200DataVersion": ".get_artifact_response_200_data_version",
            "GetExternalArtifactValidationJobResponse200": ".get_external_artifact_validation_job_response_200",
            "GetExternalArtifactValidationJobResponse200Data": ".get_external_artifact_validation_job_response_200_data",
            "GetExternalArtifactValidationJobResponse200DataProgress": ".get_external_artifact_validation_job_response_200_data_progress",
            "GetGameResponse200": ".get_game_response_200",
            "GetMeResponse200": ".get_me_response_200",
            "GetMeResponse200Data": ".get_me_response_200_data",
            "GetMeResponse200DataCredential": ".get_me_response_200_data_credential",
            "GetMeResponse200DataCredentialResourceGrantsType0Item": ".get_me_response_200_data_credential_resource_grants_type_0_item",
            "GetMeResponse200DataUser": ".get_me_response_200_data_user",
            "GetModResponse200": ".get_mod_response_200",
            "GetModVersionResponse200": ".get_mod_version_response_200",
            "GetUploadReviewResponse200": ".get_upload_review_response_200",
            "GetUploadReviewResponse200Data": ".get_upload_review_response_200_data",
            "GetUploadSessionResponse200": ".get_upload_session_response_200",
            "GetUploadSessionResponse200Status": ".get_upload_session_response_200_status",
            "GetUserResponse200": ".get_user_response_200",
            "GetUserResponse200Data": ".get_user_response_200_data",
            "GetWebhookSubscriptionResponse200": ".get_webhook_subscription_response_200",
            "InstallPlanInput": ".install_plan_input",
            "InstalledFileInput": ".installed_file_input",
            "JobState": ".job_state",
            "ListAgentGatewayToolsResponse200": ".list_agent_gateway_tools_response_200",
            "ListAgentGatewayToolsResponse200DataItem": ".list_agent_gateway_tools_response_200_data_item",
            "ListAgentGatewayToolsResponse200DataItemInputSchema": ".list_agent_gateway_tools_response_200_data_item_input_schema",
            "ListAgentGatewayToolsResponse200DataItemOutputSchema": ".list_agent_gateway_tools_response_200_data_item_output_schema",
            "ListApiKeysResponse200": ".list_api_keys_response_200",
            "ListCatalogCategoriesResponse200": ".list_catalog_categories_response_200",
            "ListCatalogCategoriesResponse200DataItem": ".list_catalog_categories_response_200_data_item",
            "ListCatalogCategoriesResponse200DataItemGame": ".list_catalog_categories_response_200_data_item_game",
            "ListGamesResponse200": ".list_games_response_200",
            "ListModDependenciesResponse200": ".list_mod_dependencies_response_200",
            "ListModMediaResponse200": ".list_mod_media_response_200",
            "ListModTeamMembersResponse200": ".list_mod_team_members_response_200",
            "ListModVersionsResponse200": ".list_mod_versions_response_200",
            "ListModsResponse200": ".list_mods_response_200",
            "ListMyResourcesResponse200": ".list_my_resources_response_200",
            "ListMyResourcesResponse200DataItem": ".list_my_resources_response_200_data_item",
            "ListMyResourcesResponse200DataItemMod": ".list_my_resources_response_200_data_item_mod",
            "ListMyResourcesResponse200DataItemModTitle": ".list_my_resources_response_200_data_item_mod_title",
            "ListTrustedPublishersResponse200": ".list_trusted_publishers_response_200",
            "ListWebhookDeliveriesEventKind": ".list_webhook_deliveries_event_kind",
            "ListWebhookDeliveriesResponse200": ".list_webhook_deliveries_response_200",
            "ListWebhookSubscriptionsResponse200": ".list_webhook_subscriptions_response_200",
            "LookupArtifactsResponse200": ".lookup_artifacts_response_200",
            "LookupArtifactsResponse200Data": ".lookup_artifacts_response_200_data",
            "LookupArtifactsResponse200DataHashesItem": ".lookup_artifacts_response_200_data_hashes_item",
            "LookupArtifactsResponse200DataHashesItemMatchesItem": ".lookup_artifacts_response_200_data_hashes_item_matches_item",
            "LookupArtifactsResponse200DataHashesItemMatchesItemMod": ".lookup_artifacts_response_200_data_hashes_item_matches_item_mod",
            "LookupArtifactsResponse200DataHashesItemMatchesItemModTitle": ".lookup_artifacts_response_200_data_hashes_item_matches_item_mod_title",
            "LookupArtifactsResponse200DataHashesItemMatchesItemVersion": ".lookup_artifacts_response_200_data_hashes_item_matches_item_version",
            "MediaKind": ".media_kind",
            "MediaManager": ".media_manager",
            "ModSort": ".mod_sort",
            "ModState": ".mod_state",
            "ModTeamMember": ".mod_team_member",
            "ModTeamMemberUser": ".mod_team_member_user",
            "ModUpdatedEvent": ".mod_updated_event",
            "ModUpdatedEventData": ".mod_updated_event_data",
            "ModUpdatedEventSubject": ".mod_updated_event_subject",
            "NextPage": ".next_page",
            "PlanConstraintFields": ".plan_constraint_fields",
            "PlanFileFields": ".plan_file_fields",
            "PlanRole": ".plan_role",
            "PlanStatus": ".plan_status",
            "PlanVersionInput": ".plan_version_input",
            "PresentedKind": ".presented_kind",
            "ProfileFields": ".profile_fields",
            "ProviderLocatorInput": ".provider_locator_input",
            "ProviderLocatorInputProvider": ".provider_locator_input_provider",
            "PublicDependency": ".public_dependency",
            "PublicGame": ".public_game",
            "PublicMediaVariant": ".public_media_variant",
            "PublicMod": ".public_mod",
            "PublicModArtifact": ".public_mod_artifact",
            "PublicModArtifactDownloadMetadata": ".public_mod_artifact_download_metadata",
            "PublicModArtifactHashes": ".public_mod_artifact_hashes",
            "PublicModAuthor": ".public_mod_author",
            "PublicModCategoriesItem": ".public_mod_categories_item",
            "PublicModDescription": ".public_mod_description",
            "PublicModGame": ".public_mod_game",
            "PublicModLatestReleaseType0": ".public_mod_latest_release_type_0",
            "PublicModLinks": ".public_mod_links",
            "PublicModLocalizedSlugs": ".public_mod_localized_slugs",
            "PublicModMedia": ".public_mod_media",
            "PublicModMediaAlt": ".public_mod_media_alt",
            "PublicModSummary": ".public_mod_summary",
            "PublicModTitle": ".public_mod_title",
            "PublicModVersion": ".public_mod_version",
            "PublicModVersionBuildMetadata": ".public_mod_version_build_metadata",
            "PublicModVersionChangelog": ".public_mod_version_changelog",
            "PublicModVersionProvenance": ".public_mod_version_provenance",
            "PublicModVersionRequirements": ".public_mod_version_requirements",
            "PublishModVersionResponse200": ".publish_mod_version_response_200",
            "RedeliverWebhookDeliveryResponse202": ".redeliver_webhook_delivery_response_202",
            "ReferenceEvidenceInput": ".reference_evidence_input",
            "ReferenceProvenanceInput": ".reference_provenance_input",
            "ReferenceState": ".reference_state",
            "RegisterExternalArtifactResponse202": ".register_external_artifact_response_202",
            "ReleaseChannel": ".release_channel",
            "ResolveDownloadFallbackInput": ".resolve_download_fallback_input",
            "ResolveDownloadFallbackResponse200": ".resolve_download_fallback_response_200",
            "ResolveDownloadFallbackResponse200Data": ".resolve_download_fallback_response_200_data",
            "ResolveDownloadFallbackResponse200DataCapabilities": ".resolve_download_fallback_response_200_data_capabilities",
            "ResolveDownloadFallbackResponse200DataDownloadGrant": ".resolve_download_fallback_response_200_data_download_grant",
            "ResolveDownloadFallbackResponse200DataDownloadJob": ".resolve_download_fallback_response_200_data_download_job",
            "ResolveDownloadFallbackResponse200DataDownloadJobProgress": ".resolve_download_fallback_response_200_data_download_job_progress",
            "ResolveDownloadFallbackResponse200DataHashes": ".resolve_download_fallback_response_200_data_hashes",
            "ResolveDownloadFallbackResponse200DataRepresentation": ".resolve_download_fallback_response_200_data_representation",
            "ResolveDownloadFallbackResponse200DataResume": ".resolve_download_fallback_response_200_data_resume",
            "ResolveDownloadInput": ".resolve_download_input",
            "ResolveDownloadResponse200": ".resolve_download_response_200",
            "ResolveInstallPlanResponse200": ".resolve_install_plan_response_200",
            "ResolveInstallPlanResponse200Data": ".resolve_install_plan_response_200_data",
            "ResolveInstallPlanResponse200DataArtifactSelectionItem": ".resolve_install_plan_response_200_data_artifact_selection_item",
            "ResolveInstallPlanResponse200DataConflictsItem": ".resolve_install_plan_response_200_data_conflicts_item",
            "ResolveInstallPlanResponse200DataDecisionReasonsItem": ".resolve_install_plan_response_200_data_decision_reasons_item",
            "ResolveInstallPlanResponse200DataItemsItem": ".resolve_install_plan_response_200_data_items_item",
            "ResolveInstallPlanResponse200DataItemsItemTitle": ".resolve_install_plan_response_200_data_items_item_title",
            "ResolveInstallPlanResponse200DataRequest": ".resolve_install_plan_response_200_data_request",
            "ResolveInstallPlanResponse200DataRequestVersionsItem": ".resolve_install_plan_response_200_data_request_versions_item",
            "ResolveInstallPlanResponse200DataStepsItem": ".resolve_install_plan_response_200_data_steps_item",
            "ResourceGrantInput": ".resource_grant_input",
            "ResourceType": ".resource_type",
            "ReviewState": ".review_state",
            "RollbackModVersionResponse200": ".rollback_mod_version_response_200",
            "RotateApiKeyResponse201": ".rotate_api_key_response_201",
            "RotateWebhookSubscriptionSecretResponse200": ".rotate_webhook_subscription_secret_response_200",
            "RunAgentGatewayToolResponse200": ".run_agent_gateway_tool_response_200",
            "RunAgentToolInput": ".run_agent_tool_input",
            "RunAgentToolInputInput": ".run_agent_tool_input_input",
            "RunAgentToolInputTool": ".run_agent_tool_input_tool",
            "ScanCompletedEvent": ".scan_completed_event",
            "ScanCompletedEventData": ".scan_completed_event_data",
            "ScanCompletedEventSubject": ".scan_completed_event_subject",
            "ScanStatus": ".scan_status",
            "ScopeKind": ".scope_kind",
            "SearchCatalogResponse200": ".search_catalog_response_200",
            "SearchCatalogResponse200DataItem": ".search_catalog_response_200_data_item",
            "SearchCatalogResponse200DataItemSearchType0": ".search_catalog_response_200_data_item_search_type_0",
            "SearchFacetsResponse200": ".search_facets_response_200",
            "SearchFacetsResponse200Data": ".search_facets_response_200_data",
            "SearchFacetsResponse200DataCategoriesItem": ".search_facets_response_200_data_categories_item",
            "SearchFacetsResponse200DataGameVersionsItem": ".search_facets_response_200_data_game_versions_item",
            "SearchFacetsResponse200DataGamesItem": ".search_facets_response_200_data_games_item",
            "SearchFacetsResponse200DataLoadersItem": ".search_facets_response_200_data_loaders_item",
            "SetModTeamMemberBody": ".set_mod_team_member_body",
            "SetModTeamMemberResponse200": ".set_mod_team_member_response_200",
            "SignUploadPartsBody": ".sign_upload_parts_body",
            "SignUploadPartsResponse200": ".sign_upload_parts_response_200",
            "SignUploadPartsResponse200Data": ".sign_upload_parts_response_200_data",
            "SignedPartFields": ".signed_part_fields",
            "SignedPartFieldsHeaders": ".signed_part_fields_headers",
            "SuggestResponse200": ".suggest_response_200",
            "SuggestResponse200Data": ".suggest_response_200_data",
            "SuggestResponse200DataAuthorsItem": ".suggest_response_200_data_authors_item",
            "SuggestResponse200DataCategoriesItem": ".suggest_response_200_data_categories_item",
            "SuggestResponse200DataCategoriesItemGame": ".suggest_response_200_data_categories_item_game",
            "SuggestResponse200DataModsItem": ".suggest_response_200_data_mods_item",
            "SuggestResponse200DataModsItemTitle": ".suggest_response_200_data_mods_item_title",
            "TeamRole": ".team_role",
            "TokenChangedEvent": ".token_changed_event",
            "TokenChangedEventData": ".token_changed_event_data",
            "TokenChangedEventSubject": ".token_changed_event_subject",
            "TrustedPublisherFields": ".trusted_publisher_fields",
            "TrustedPublisherFieldsCreatedBy": ".trusted_publisher_fields_created_by",
            "TrustedPublisherInput": ".trusted_publisher_input",
            "UpdateCheckInput": ".update_check_input",
            "UpdateModDraftResponse200": ".update_mod_draft_response_200",
            "UpdateModInput": ".update_mod_input",
            "UpdateModInputDescriptionType1": ".update_mod_input_description_type_1",
            "UpdateModInputLocalizedSlugsType1": ".update_mod_input_localized_slugs_type_1",
            "UpdateModInputSummaryType1": ".update_mod_input_summary_type_1",
            "UpdateModInputTitleType1": ".update_mod_input_title_type_1",
            "UpdateModVersionInput": ".update_mod_version_input",
            "UpdateModVersionInputBuildMetadataType0": ".update_mod_version_input_build_metadata_type_0",
            "UpdateModVersionInputChangelogType1": ".update_mod_version_input_changelog_type_1",
            "UpdateModVersionInputRequirementsType0": ".update_mod_version_input_requirements_type_0",
            "UpdateModVersionResponse200": ".update_mod_version_response_200",
            "UpdateMyProfileResponse200": ".update_my_profile_response_200",
            "UpdateProfileInput": ".update_profile_input",
            "UpdateProfileInputLocale": ".update_profile_input_locale",
            "UpdateStatus": ".update_status",
            "UpdateWebhookSubscriptionInput": ".update_webhook_subscription_input",
            "UpdateWebhookSubscriptionInputEventKindsItem": ".update_webhook_subscription_input_event_kinds_item",
            "UpdateWebhookSubscriptionResponse200": ".update_webhook_subscription_response_200",
            "UploadCompletedEvent": ".upload_completed_event",
            "UploadCompletedEventData": ".upload_completed_event_data",
            "UploadCompletedEventSubject": ".upload_completed_event_subject",
            "UploadFindingFields": ".upload_finding_fields",
            "UploadInput": ".upload_input",
            "UploadInputBuildMetadataType0": ".upload_input_build_metadata_type_0",
            "UploadInstructionFields": ".upload_instruction_fields",
            "UploadInstructionFieldsHeaders": ".upload_instruction_fields_headers",
            "UploadProgressFields": ".upload_progress_fields",
            "UploadProgressFieldsCompletedPartsItem": ".upload_progress_fields_completed_parts_item",
            "UploadSessionFields": ".upload_session_fields",
            "UploadSessionFieldsFailureType0": ".upload_session_fields_failure_type_0",
            "UploadSessionFieldsJobType0": ".upload_session_fields_job_type_0",
            "UploadSessionFieldsJobType0Progress": ".upload_session_fields_job_type_0_progress",
            "UploadSessionFieldsRetry": ".upload_session_fields_retry",
            "UploadSessionFieldsReview": ".upload_session_fields_review",
            "UploadState": ".upload_state",
            "UploadStrategy": ".upload_strategy",
            "UploadedPartInput": ".uploaded_part_input",
            "ValidateUploadRequestResponse200": ".validate_upload_request_response_200",
            "ValidateUploadRequestResponse200Data": ".validate_upload_request_response_200_data",
            "ValidateUploadRequestResponse200DataProblemsItem": ".validate_upload_request_response_200_data_problems_item",
            "ValidationState": ".validation_state",
            "VersionPublishedEvent": ".version_published_event",
            "VersionPublishedEventData": ".version_published_event_data",
            "VersionPublishedEventSubject": ".version_published_event_subject",
            "VersionState": ".version_state",
            "WebhookDeliveryFields": ".webhook_delivery_fields",
            "WebhookDeliveryFieldsLinks": ".webhook_delivery_fields_links",
            "WebhookDeliveryFieldsRetry": ".webhook_delivery_fields_retry",
            "WebhookEnd": ".webhook_end",
            "WebhookState": ".webhook_state",
            "WebhookSubscriptionFields": ".webhook_subscription_fields",
            "WebhookSubscriptionFieldsResourceGrantsType0Item": ".webhook_subscription_fields_resource_grants_type_0_item",
        },
    )

__all__ = (
    "AbortUploadSessionResponse200",
    "AbortUploadSessionResponse200Status",
    "AccessTier",
    "AccountAccessChangedEvent",
    "AccountAccessChangedEventData",
    "AccountAccessChangedEventSubject",
    "AddMediaInput",
    "AddMediaInputAltType1",
    "AddModMediaBody",
    "AddModMediaResponse201",
    "AddedMediaKind",
    "AddedMediaManager",
    "AgentToolRunFields",
    "AgentToolRunFieldsConfirmation",
    "AgentToolRunFieldsEffectsItem",
    "AgentToolRunFieldsEffectsItemChangesItem",
    "AgentToolRunFieldsEffectsItemTarget",
    "AgentToolRunFieldsOutput",
    "ApiKeyFields",
    "ApiKeyFieldsResourceGrantsType0Item",
    "ApiKeyState",
    "AppChangedEvent",
    "AppChangedEventData",
    "AppChangedEventSubject",
    "ArchiveManifestEntryInput",
    "ArtifactLookupInput",
    "ArtifactSource",
    "ArtifactState",
    "CheckUpdatesResponse200",
    "CheckUpdatesResponse200Data",
    "CheckUpdatesResponse200DataItemsItem",
    "CheckUpdatesResponse200DataItemsItemInstalledType0",
    "CheckUpdatesResponse200DataItemsItemLatestType0",
    "CiProvider",
    "CompleteUploadInput",
    "CompleteUploadSessionResponse200",
    "CompleteUploadSessionResponse200Status",
    "CompleteUploadSessionResponse202",
    "CompleteUploadSessionResponse202Status",
    "CreateApiKeyInput",
    "CreateApiKeyInputScopesItem",
    "CreateApiKeyResponse201",
    "CreateModDraftResponse201",
    "CreateModFallbackCoverResponse200",
    "CreateModFallbackCoverResponse201",
    "CreateModInput",
    "CreateModInputDescriptionType1",
    "CreateModInputLocalizedSlugsType1",
    "CreateModInputSummaryType1",
    "CreateModInputTitleType1",
    "CreateModVersionInput",
    "CreateModVersionInputBuildMetadataType0",
    "CreateModVersionInputChangelogType1",
    "CreateModVersionInputRequirementsType0",
    "CreateModVersionResponse201",
    "CreateTrustedPublisherResponse201",
    "CreateUploadSessionResponse201",
    "CreateUploadSessionResponse201Data",
    "CreateUploadSessionResponse201Status",
    "CreateWebhookSubscriptionInput",
    "CreateWebhookSubscriptionInputEventKindsItem",
    "CreateWebhookSubscriptionResponse201",
    "CreatedApiKeyFields",
    "CreatedApiKeyFieldsResourceGrantsType0Item",
    "CreatedWebhookSubscriptionFields",
    "CreatedWebhookSubscriptionFieldsResourceGrantsType0Item",
    "CredentialKind",
    "DeliveryFailure",
    "DeliveryState",
    "DependencyInput",
    "DependencyKind",
    "DigestAlgorithm",
    "DownloadFields",
    "DownloadFieldsCapabilities",
    "DownloadFieldsDownloadGrant",
    "DownloadFieldsDownloadJob",
    "DownloadFieldsDownloadJobProgress",
    "DownloadFieldsFallback",
    "DownloadFieldsHashes",
    "DownloadFieldsRepresentation",
    "DownloadFieldsResume",
    "DownloadFieldsTransport",
    "DownloadJobInput",
    "DownloadProgressInput",
    "ExpectedHashesInput",
    "ExternalArtifactFields",
    "ExternalArtifactInput",
    "FileFailedEvent",
    "FileFailedEventData",
    "FileFailedEventSubject",
    "FileKind",
    "FileReadyEvent",
    "FileReadyEventData",
    "FileReadyEventSubject",
    "GetApiKeyCapabilitiesResponse200",
    "GetApiKeyCapabilitiesResponse200Data",
    "GetApiKeyCapabilitiesResponse200DataLimits",
    "GetApiKeyCapabilitiesResponse200DataModsItem",
    "GetApiKeyCapabilitiesResponse200DataModsItemTitle",
    "GetApiKeyCapabilitiesResponse200DataScopesItem",
    "GetArtifactResponse200",
    "GetArtifactResponse200Data",
    "GetArtifactResponse200DataDownload",
    "GetArtifactResponse200DataHashes",
    "GetArtifactResponse200DataLinks",
    "GetArtifactResponse200DataMod",
    "GetArtifactResponse200DataModGame",
    "GetArtifactResponse200DataModLinks",
    "GetArtifactResponse200DataModTitle",
    "GetArtifactResponse200DataVersion",
    "GetExternalArtifactValidationJobResponse200",
    "GetExternalArtifactValidationJobResponse200Data",
    "GetExternalArtifactValidationJobResponse200DataProgress",
    "GetGameResponse200",
    "GetMeResponse200",
    "GetMeResponse200Data",
    "GetMeResponse200DataCredential",
    "GetMeResponse200DataCredentialResourceGrantsType0Item",
    "GetMeResponse200DataUser",
    "GetModResponse200",
    "GetModVersionResponse200",
    "GetUploadReviewResponse200",
    "GetUploadReviewResponse200Data",
    "GetUploadSessionResponse200",
    "GetUploadSessionResponse200Status",
    "GetUserResponse200",
    "GetUserResponse200Data",
    "GetWebhookSubscriptionResponse200",
    "InstallPlanInput",
    "InstalledFileInput",
    "JobState",
    "ListAgentGatewayToolsResponse200",
    "ListAgentGatewayToolsResponse200DataItem",
    "ListAgentGatewayToolsResponse200DataItemInputSchema",
    "ListAgentGatewayToolsResponse200DataItemOutputSchema",
    "ListApiKeysResponse200",
    "ListCatalogCategoriesResponse200",
    "ListCatalogCategoriesResponse200DataItem",
    "ListCatalogCategoriesResponse200DataItemGame",
    "ListGamesResponse200",
    "ListModDependenciesResponse200",
    "ListModMediaResponse200",
    "ListModTeamMembersResponse200",
    "ListModVersionsResponse200",
    "ListModsResponse200",
    "ListMyResourcesResponse200",
    "ListMyResourcesResponse200DataItem",
    "ListMyResourcesResponse200DataItemMod",
    "ListMyResourcesResponse200DataItemModTitle",
    "ListTrustedPublishersResponse200",
    "ListWebhookDeliveriesEventKind",
    "ListWebhookDeliveriesResponse200",
    "ListWebhookSubscriptionsResponse200",
    "LookupArtifactsResponse200",
    "LookupArtifactsResponse200Data",
    "LookupArtifactsResponse200DataHashesItem",
    "LookupArtifactsResponse200DataHashesItemMatchesItem",
    "LookupArtifactsResponse200DataHashesItemMatchesItemMod",
    "LookupArtifactsResponse200DataHashesItemMatchesItemModTitle",
    "LookupArtifactsResponse200DataHashesItemMatchesItemVersion",
    "MediaKind",
    "MediaManager",
    "ModSort",
    "ModState",
    "ModTeamMember",
    "ModTeamMemberUser",
    "ModUpdatedEvent",
    "ModUpdatedEventData",
    "ModUpdatedEventSubject",
    "NextPage",
    "PlanConstraintFields",
    "PlanFileFields",
    "PlanRole",
    "PlanStatus",
    "PlanVersionInput",
    "PresentedKind",
    "ProfileFields",
    "ProviderLocatorInput",
    "ProviderLocatorInputProvider",
    "PublicDependency",
    "PublicGame",
    "PublicMediaVariant",
    "PublicMod",
    "PublicModArtifact",
    "PublicModArtifactDownloadMetadata",
    "PublicModArtifactHashes",
    "PublicModAuthor",
    "PublicModCategoriesItem",
    "PublicModDescription",
    "PublicModGame",
    "PublicModLatestReleaseType0",
    "PublicModLinks",
    "PublicModLocalizedSlugs",
    "PublicModMedia",
    "PublicModMediaAlt",
    "PublicModSummary",
    "PublicModTitle",
    "PublicModVersion",
    "PublicModVersionBuildMetadata",
    "PublicModVersionChangelog",
    "PublicModVersionProvenance",
    "PublicModVersionRequirements",
    "PublishModVersionResponse200",
    "RedeliverWebhookDeliveryResponse202",
    "ReferenceEvidenceInput",
    "ReferenceProvenanceInput",
    "ReferenceState",
    "RegisterExternalArtifactResponse202",
    "ReleaseChannel",
    "ResolveDownloadFallbackInput",
    "ResolveDownloadFallbackResponse200",
    "ResolveDownloadFallbackResponse200Data",
    "ResolveDownloadFallbackResponse200DataCapabilities",
    "ResolveDownloadFallbackResponse200DataDownloadGrant",
    "ResolveDownloadFallbackResponse200DataDownloadJob",
    "ResolveDownloadFallbackResponse200DataDownloadJobProgress",
    "ResolveDownloadFallbackResponse200DataHashes",
    "ResolveDownloadFallbackResponse200DataRepresentation",
    "ResolveDownloadFallbackResponse200DataResume",
    "ResolveDownloadInput",
    "ResolveDownloadResponse200",
    "ResolveInstallPlanResponse200",
    "ResolveInstallPlanResponse200Data",
    "ResolveInstallPlanResponse200DataArtifactSelectionItem",
    "ResolveInstallPlanResponse200DataConflictsItem",
    "ResolveInstallPlanResponse200DataDecisionReasonsItem",
    "ResolveInstallPlanResponse200DataItemsItem",
    "ResolveInstallPlanResponse200DataItemsItemTitle",
    "ResolveInstallPlanResponse200DataRequest",
    "ResolveInstallPlanResponse200DataRequestVersionsItem",
    "ResolveInstallPlanResponse200DataStepsItem",
    "ResourceGrantInput",
    "ResourceType",
    "ReviewState",
    "RollbackModVersionResponse200",
    "RotateApiKeyResponse201",
    "RotateWebhookSubscriptionSecretResponse200",
    "RunAgentGatewayToolResponse200",
    "RunAgentToolInput",
    "RunAgentToolInputInput",
    "RunAgentToolInputTool",
    "ScanCompletedEvent",
    "ScanCompletedEventData",
    "ScanCompletedEventSubject",
    "ScanStatus",
    "ScopeKind",
    "SearchCatalogResponse200",
    "SearchCatalogResponse200DataItem",
    "SearchCatalogResponse200DataItemSearchType0",
    "SearchFacetsResponse200",
    "SearchFacetsResponse200Data",
    "SearchFacetsResponse200DataCategoriesItem",
    "SearchFacetsResponse200DataGameVersionsItem",
    "SearchFacetsResponse200DataGamesItem",
    "SearchFacetsResponse200DataLoadersItem",
    "SetModTeamMemberBody",
    "SetModTeamMemberResponse200",
    "SignUploadPartsBody",
    "SignUploadPartsResponse200",
    "SignUploadPartsResponse200Data",
    "SignedPartFields",
    "SignedPartFieldsHeaders",
    "SuggestResponse200",
    "SuggestResponse200Data",
    "SuggestResponse200DataAuthorsItem",
    "SuggestResponse200DataCategoriesItem",
    "SuggestResponse200DataCategoriesItemGame",
    "SuggestResponse200DataModsItem",
    "SuggestResponse200DataModsItemTitle",
    "TeamRole",
    "TokenChangedEvent",
    "TokenChangedEventData",
    "TokenChangedEventSubject",
    "TrustedPublisherFields",
    "TrustedPublisherFieldsCreatedBy",
    "TrustedPublisherInput",
    "UpdateCheckInput",
    "UpdateModDraftResponse200",
    "UpdateModInput",
    "UpdateModInputDescriptionType1",
    "UpdateModInputLocalizedSlugsType1",
    "UpdateModInputSummaryType1",
    "UpdateModInputTitleType1",
    "UpdateModVersionInput",
    "UpdateModVersionInputBuildMetadataType0",
    "UpdateModVersionInputChangelogType1",
    "UpdateModVersionInputRequirementsType0",
    "UpdateModVersionResponse200",
    "UpdateMyProfileResponse200",
    "UpdateProfileInput",
    "UpdateProfileInputLocale",
    "UpdateStatus",
    "UpdateWebhookSubscriptionInput",
    "UpdateWebhookSubscriptionInputEventKindsItem",
    "UpdateWebhookSubscriptionResponse200",
    "UploadCompletedEvent",
    "UploadCompletedEventData",
    "UploadCompletedEventSubject",
    "UploadFindingFields",
    "UploadInput",
    "UploadInputBuildMetadataType0",
    "UploadInstructionFields",
    "UploadInstructionFieldsHeaders",
    "UploadProgressFields",
    "UploadProgressFieldsCompletedPartsItem",
    "UploadSessionFields",
    "UploadSessionFieldsFailureType0",
    "UploadSessionFieldsJobType0",
    "UploadSessionFieldsJobType0Progress",
    "UploadSessionFieldsRetry",
    "UploadSessionFieldsReview",
    "UploadState",
    "UploadStrategy",
    "UploadedPartInput",
    "ValidateUploadRequestResponse200",
    "ValidateUploadRequestResponse200Data",
    "ValidateUploadRequestResponse200DataProblemsItem",
    "ValidationState",
    "VersionPublishedEvent",
    "VersionPublishedEventData",
    "VersionPublishedEventSubject",
    "VersionState",
    "WebhookDeliveryFields",
    "WebhookDeliveryFieldsLinks",
    "WebhookDeliveryFieldsRetry",
    "WebhookEnd",
    "WebhookState",
    "WebhookSubscriptionFields",
    "WebhookSubscriptionFieldsResourceGrantsType0Item",
)
