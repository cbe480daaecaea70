-- Interactions are forgotten by their age, every day.
CREATE INDEX causes_by_time ON causes (at);
