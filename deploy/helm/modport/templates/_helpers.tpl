{{- define "modport.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "modport.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "modport.labels" -}}
{{ include "modport.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* TRUST_PROXY. A trusted proxy must be the only way in, because the services believe the addresses that it sends. */ -}}
{{- define "modport.trustProxy" -}}
{{- $trust := ternary "1" "none" .Values.ingress.enabled -}}
{{- if hasKey .Values.config "TRUST_PROXY" }}{{ $trust = toString .Values.config.TRUST_PROXY }}{{ end -}}
{{- if not (has $trust (list "none" "0")) -}}
{{- if ne .Values.service.type "ClusterIP" -}}
{{- fail (printf "service.type %s lets clients go around the proxy and forge their addresses: use ClusterIP, or config.TRUST_PROXY=none" .Values.service.type) -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.ingressFrom) -}}
{{- fail "networkPolicy.ingressFrom is empty, so every pod could forge the addresses of clients: name the ingress controller there, or set config.TRUST_PROXY=none" -}}
{{- end -}}
{{- end -}}
{{- $trust -}}
{{- end -}}

{{- define "modport.host" -}}
{{- .Values.ingress.host | default (urlParse .Values.config.PUBLIC_URL).hostname -}}
{{- end -}}

{{- /* A Deployment: a dict of the root context and the component. */ -}}
{{- define "modport.deployment" -}}
{{- $root := .root }}
{{- $component := .component }}
{{- $values := index $root.Values $component }}
{{- $scales := and (eq $component "api") $values.autoscaling.enabled }}
{{- if eq $component "worker" }}{{ $scales = ne $values.autoscaling.mode "none" }}{{ end }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "modport.fullname" $root }}-{{ $component }}
  labels:
    {{- include "modport.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $component }}
spec:
  {{- if not $scales }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "modport.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $component }}
  template:
    metadata:
      labels:
        {{- include "modport.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
      annotations:
        checksum/config: {{ include (print $root.Template.BasePath "/configmap.yaml") $root | sha256sum }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "modport.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $component }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $component }}
          image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ $component }}]
          envFrom:
            - configMapRef:
                name: {{ include "modport.fullname" $root }}
            - secretRef:
                name: {{ $root.Values.existingSecret }}
          ports:
            - { name: http, containerPort: 4000 }
            - { name: admin, containerPort: 9464 }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          # A pod counts as started once all parts respond, so a rollout with a wrong address keeps the former pods. Later, an outage
          # of a part makes no pod unready: all would be at once.
          startupProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 4
            failureThreshold: 300
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: {{ $values.readinessPath | default "/healthz" }}, port: http }
            periodSeconds: 5
            timeoutSeconds: 4
            failureThreshold: 3
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ $root.Values.preStopSeconds | quote }}]
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            {{- if $root.Values.legalConfigMap }}
            - { name: legal, mountPath: /legal, readOnly: true }
            {{- end }}
      volumes:
        - name: data
          emptyDir: { sizeLimit: {{ $root.Values.storage.dataSize }} }
        - name: tmp
          emptyDir: { sizeLimit: {{ $root.Values.storage.tmpSize }} }
        {{- with $root.Values.legalConfigMap }}
        - name: legal
          configMap: { name: {{ . }} }
        {{- end }}
{{- end -}}
