from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.plan_conflict import PlanConflict
    from ..models.plan_constraint import PlanConstraint
    from ..models.plan_item import PlanItem
    from ..models.plan_reason import PlanReason
    from ..models.plan_request import PlanRequest
    from ..models.plan_selection import PlanSelection
    from ..models.plan_step import PlanStep


T = TypeVar("T", bound="InstallPlan")


@_attrs_define
class InstallPlan:
    """
    Attributes:
        plan_id (UUID): Equal requests with equal plans have equal ids.
        status (str): Known values: `resolved`, `unsatisfiable`. Expect others.
        request (PlanRequest):
        items (list[PlanItem]): In the order of installation.
        dependency_constraints (list[PlanConstraint]): The dependencies of all items, satisfied or not.
        conflicts (list[PlanConflict]): The reasons for which no plan exists. Empty if `status` is `resolved`.
        artifact_selection (list[PlanSelection]): The rule that chose the file of each item.
        decision_reasons (list[PlanReason]): The reasons for which items are pinned or are not the newest versions, and
            for which mods have no item.
        dependencies (list[PlanConstraint]): The constraints that the plan satisfies. Read the dependency constraints.
        steps (list[PlanStep]): The installation steps: all items that no other item contains. Read the items, which
            stand in the same order.
    """

    plan_id: UUID
    status: str
    request: PlanRequest
    items: list[PlanItem]
    dependency_constraints: list[PlanConstraint]
    conflicts: list[PlanConflict]
    artifact_selection: list[PlanSelection]
    decision_reasons: list[PlanReason]
    dependencies: list[PlanConstraint]
    steps: list[PlanStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        plan_id = str(self.plan_id)

        status = self.status

        request = self.request.to_dict()

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        dependency_constraints = []
        for dependency_constraints_item_data in self.dependency_constraints:
            dependency_constraints_item = dependency_constraints_item_data.to_dict()
            dependency_constraints.append(dependency_constraints_item)

        conflicts = []
        for conflicts_item_data in self.conflicts:
            conflicts_item = conflicts_item_data.to_dict()
            conflicts.append(conflicts_item)

        artifact_selection = []
        for artifact_selection_item_data in self.artifact_selection:
            artifact_selection_item = artifact_selection_item_data.to_dict()
            artifact_selection.append(artifact_selection_item)

        decision_reasons = []
        for decision_reasons_item_data in self.decision_reasons:
            decision_reasons_item = decision_reasons_item_data.to_dict()
            decision_reasons.append(decision_reasons_item)

        dependencies = []
        for dependencies_item_data in self.dependencies:
            dependencies_item = dependencies_item_data.to_dict()
            dependencies.append(dependencies_item)

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "plan_id": plan_id,
                "status": status,
                "request": request,
                "items": items,
                "dependency_constraints": dependency_constraints,
                "conflicts": conflicts,
                "artifact_selection": artifact_selection,
                "decision_reasons": decision_reasons,
                "dependencies": dependencies,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plan_conflict import PlanConflict
        from ..models.plan_constraint import PlanConstraint
        from ..models.plan_item import PlanItem
        from ..models.plan_reason import PlanReason
        from ..models.plan_request import PlanRequest
        from ..models.plan_selection import PlanSelection
        from ..models.plan_step import PlanStep

        d = dict(src_dict)
        plan_id = UUID(d.pop("plan_id"))

        status = d.pop("status")

        request = PlanRequest.from_dict(d.pop("request"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = PlanItem.from_dict(items_item_data)

            items.append(items_item)

        dependency_constraints = []
        _dependency_constraints = d.pop("dependency_constraints")
        for dependency_constraints_item_data in _dependency_constraints:
            dependency_constraints_item = PlanConstraint.from_dict(dependency_constraints_item_data)

            dependency_constraints.append(dependency_constraints_item)

        conflicts = []
        _conflicts = d.pop("conflicts")
        for conflicts_item_data in _conflicts:
            conflicts_item = PlanConflict.from_dict(conflicts_item_data)

            conflicts.append(conflicts_item)

        artifact_selection = []
        _artifact_selection = d.pop("artifact_selection")
        for artifact_selection_item_data in _artifact_selection:
            artifact_selection_item = PlanSelection.from_dict(artifact_selection_item_data)

            artifact_selection.append(artifact_selection_item)

        decision_reasons = []
        _decision_reasons = d.pop("decision_reasons")
        for decision_reasons_item_data in _decision_reasons:
            decision_reasons_item = PlanReason.from_dict(decision_reasons_item_data)

            decision_reasons.append(decision_reasons_item)

        dependencies = []
        _dependencies = d.pop("dependencies")
        for dependencies_item_data in _dependencies:
            dependencies_item = PlanConstraint.from_dict(dependencies_item_data)

            dependencies.append(dependencies_item)

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = PlanStep.from_dict(steps_item_data)

            steps.append(steps_item)

        install_plan = cls(
            plan_id=plan_id,
            status=status,
            request=request,
            items=items,
            dependency_constraints=dependency_constraints,
            conflicts=conflicts,
            artifact_selection=artifact_selection,
            decision_reasons=decision_reasons,
            dependencies=dependencies,
            steps=steps,
        )

        install_plan.additional_properties = d
        return install_plan

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
