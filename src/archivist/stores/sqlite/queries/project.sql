-- name: add
INSERT INTO project (id, title, created_at, created_by) VALUES (:id, :title, :at, :by)
ON CONFLICT (id) DO NOTHING RETURNING id;

-- name: get
SELECT p.id, p.title, p.created_at, a.name FROM project p JOIN actor a ON a.seq = p.created_by WHERE p.id = :id;

-- name: of_user
SELECT p.id, p.title, p.created_at, a.name FROM project_member m
  JOIN project p ON p.id = m.project
  JOIN actor a ON a.seq = p.created_by
 WHERE m.user = :user ORDER BY p.id;

-- name: members
SELECT m.user, m.added_at, a.name FROM project_member m JOIN actor a ON a.seq = m.added_by
 WHERE m.project = :id ORDER BY m.user;

-- name: add_member
INSERT INTO project_member (project, user, added_at, added_by) VALUES (:id, :user, :at, :by)
ON CONFLICT (project, user) DO NOTHING RETURNING user;

-- name: remove_member
DELETE FROM project_member WHERE project = :id AND user = :user RETURNING user;

-- name: focus
SELECT project FROM project_focus WHERE user = :user;

-- name: set_focus
INSERT INTO project_focus (user, project) VALUES (:user, :id) ON CONFLICT (user) DO UPDATE SET project = excluded.project;

-- name: clear_focus
-- The focus of a user, where it is on `:id`; any focus where `:id` is NULL.
DELETE FROM project_focus WHERE user = :user AND (:id IS NULL OR project = :id);
