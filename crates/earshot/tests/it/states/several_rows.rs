//! Several rows at once: all or none, and back again the same way.

use super::*;

impl List {
    async fn moves_all(self, owner: &Person, changes: Value) -> Reply {
        let path = format!("{}/states", self.path);
        owner.patches(&path, &json!({ "changes": changes })).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_rows_move_at_once_and_back_to_the_states_they_had() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for list in LISTS {
        let first = list.adds(&app, &ada, "First").await;
        let second = list.adds(&app, &ada, "Second").await;
        list.moves(&ada, second, json!({ "state": "saved" })).await;

        let rejected = json!([
            { "id": first, "state": "rejected", "reason": "Students" },
            { "id": second, "state": "rejected", "reason": "Students" },
        ]);
        let moved = list.moves_all(&ada, rejected).await.json();

        assert_eq!(
            moved,
            json!({ "success": true, "changed": 2, "error": null })
        );
        assert_eq!(
            list.titles(&ada, "state=rejected").await,
            ["First", "Second"]
        );
        let row = list.shows(&ada, "state=rejected").await[list.rows][0].clone();
        assert_eq!(row["rejected_reason"], "Students");

        let undone = json!([{ "id": first, "state": "open" }, { "id": second, "state": "saved" }]);
        list.moves_all(&ada, undone).await;

        assert_eq!(list.titles(&ada, "state=open").await, ["First"]);
        assert_eq!(list.titles(&ada, "state=saved").await, ["Second"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_state_changes_nothing_and_rows_of_others_are_left_alone() {
    let app = TestApp::start().await;
    let (ada, ben) = (app.person("ada").await, app.person("ben").await);
    for list in LISTS {
        let hers = list.adds(&app, &ada, "Hers").await;
        let his = list.adds(&app, &ben, "His").await;

        let wrong = json!([{ "id": hers, "state": "won" }, { "id": hers, "state": "lost" }]);
        let wrong = list.moves_all(&ada, wrong).await;
        let nothing = list.moves_all(&ada, json!([])).await;
        let mixed = json!([{ "id": hers, "state": "won" }, { "id": his, "state": "won" }]);
        let mixed = list.moves_all(&ada, mixed).await;
        let only_his = list
            .moves_all(&ada, json!([{ "id": his, "state": "won" }]))
            .await;

        wrong.refuses(400, "state must be open, saved, answered, won or rejected.");
        nothing.refuses(400, "changes must have 1 to 200 rows.");
        assert_eq!(mixed.json()["changed"], 1);
        only_his.refuses(404, &format!("This {} does not exist.", list.row));
        assert_eq!(list.titles(&ada, "state=won").await, ["Hers"]);
        assert_eq!(list.titles(&ben, "state=open").await, ["His"]);
    }
}
