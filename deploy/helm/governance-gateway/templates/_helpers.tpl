{{- define "gateway.labels" -}}
app.kubernetes.io/name: governance-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gateway.stopMs" -}}
{{ add (int (dig "listen" "leaveMs" 0 .Values.config)) (int (dig "limits" "drainTimeoutMs" 30000 .Values.config)) (int (dig "traces" "timeoutMs" 5000 .Values.config)) (mul 2 (int (dig "audit" "ship" "timeoutMs" 10000 .Values.config))) }}
{{- end }}

{{- define "gateway.graceSeconds" -}}
{{ add 16 (div (int (include "gateway.stopMs" .)) 1000) }}
{{- end }}
