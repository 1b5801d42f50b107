-- name: add
INSERT INTO model_use (day, role, model, requests, input_tokens, output_tokens, dollars, failures)
VALUES (:day, :role, :model, :requests, :input_tokens, :output_tokens, :dollars, :failures)
ON CONFLICT (day, role, model) DO UPDATE
   SET requests = requests + excluded.requests, input_tokens = input_tokens + excluded.input_tokens,
       output_tokens = output_tokens + excluded.output_tokens, dollars = dollars + excluded.dollars,
       failures = failures + excluded.failures;

-- name: since
SELECT day, role, model, requests, input_tokens, output_tokens, dollars, failures FROM model_use
 WHERE day >= :day ORDER BY day DESC, role, model;
