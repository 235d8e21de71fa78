{{- define "gateway.labels" -}}
app.kubernetes.io/name: governance-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
