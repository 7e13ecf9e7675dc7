//! Communities: proposed where leads were, read directly, marked by their rules, chosen by people.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn communities_with_leads_are_proposed_read_and_marked() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "invoicing app"])
        .await;

    let found = nora.discovers(&app).await.json();

    let communities = nora.communities().await;
    let names = names(&communities);
    assert!((3..=20).contains(&names.len()), "{names:?}");
    assert!(names.contains(&"freelance"), "{names:?}");
    let leads: Vec<i64> = communities
        .iter()
        .map(|it| it["leads"].as_i64().unwrap())
        .collect();
    assert!(
        leads.is_sorted_by(|one, other| one >= other) && leads[0] > 0,
        "{leads:?}"
    );
    for community in &communities {
        assert!(community["members"].as_i64().unwrap() > 0, "{community}");
        assert_eq!(
            (&community["isOn"], &community["isOwn"]),
            (&json!(true), &json!(false))
        );
    }
    let promotion = |name: &str| {
        communities
            .iter()
            .find(|it| it["name"] == name)
            .map(|it| it["promotion"].clone())
    };
    assert_ne!(promotion("freelance"), None);
    assert!(
        communities
            .iter()
            .any(|it| it["promotion"] == "forbidden" && it["rule"] != Value::Null)
    );
    let asked = found["searches"].as_array().unwrap();
    let newest = asked
        .iter()
        .find(|it| it["phrase"] == "r/freelance, newest")
        .unwrap();
    assert_eq!(
        (&newest["origin"], &newest["community"]),
        (&json!("community"), &json!("freelance"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_that_is_removed_is_not_proposed_again_until_it_is_added() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "invoicing app"])
        .await;
    nora.discovers(&app).await;
    let first = nora.communities().await[0]["name"]
        .as_str()
        .unwrap()
        .to_owned();

    assert_eq!(nora.removes_community(&first).await.status, 200);
    let found = nora.discovers(&app).await.json();

    assert!(!names(&nora.communities().await).contains(&first.as_str()));
    let newest = format!("r/{first}, newest");
    assert!(!phrases(found["searches"].as_array().unwrap()).contains(&newest.as_str()));
    assert_eq!(nora.removes_community(&first).await.status, 404);
    assert_eq!(nora.adds_community(&first).await.status, 200);
    assert!(names(&nora.communities().await).contains(&first.as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_of_ones_own_is_read_with_the_next_scan_unless_it_is_off() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;

    let added = nora.adds_community("r/sourdough").await;

    assert_eq!(added.status, 200, "{}", added.body);
    let community = added.json()["community"].take();
    assert_eq!(
        (&community["name"], &community["isOwn"]),
        (&json!("sourdough"), &json!(true))
    );
    assert!(community["members"].as_i64().unwrap() > 0);
    let read = |found: Value| {
        let asked = found["searches"].as_array().unwrap().clone();
        phrases(&asked).contains(&"r/sourdough, newest")
    };
    assert!(read(nora.discovers(&app).await.json()));
    let off = nora
        .puts("/api/communities/Sourdough", &json!({ "isOn": false }))
        .await;
    assert_eq!(off.json()["community"]["isOn"], false, "{}", off.body);
    assert!(!read(nora.discovers(&app).await.json()));
    assert_eq!(
        nora.puts("/api/communities/tea", &json!({ "isOn": true }))
            .await
            .status,
        404
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_communities_that_are_on_reddit_can_be_added_once_and_thirty_at_most() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    assert_eq!(nora.adds_community("no such name!").await.status, 400);
    let missing = nora.adds_community("sandbox404").await;
    assert_eq!(missing.status, 404);
    assert!(
        missing
            .body
            .contains("This community does not exist on Reddit."),
        "{}",
        missing.body
    );
    assert_eq!(nora.adds_community("freelance").await.status, 200);
    assert_eq!(nora.adds_community("Freelance").await.status, 409);
    let sql = "insert into communities (user_id, folded, name, members, promotion, is_on, is_own, added_at)
               values ($1, $2, $2, 1, 'unknown', $3, $3, $4)";
    for number in 0..29 {
        let name = format!("place{number}");
        let row = platform::db::args![nora.id, name, true, app.clock.now()];
        app.db().run(sql, row).await.unwrap();
    }
    assert_eq!(nora.adds_community("agency").await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_whose_rules_forbid_promotion_says_so_and_by_which_rule() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    for name in ["agency", "voiceacting", "artbusiness"] {
        assert_eq!(nora.adds_community(name).await.status, 200);
    }

    let communities = nora.communities().await;
    let of = |name: &str| {
        let it = communities.iter().find(|it| it["name"] == name).unwrap();
        (it["promotion"].clone(), it["rule"].clone())
    };
    assert_eq!(
        of("agency"),
        (json!("forbidden"), json!("No lead-gen pitches"))
    );
    assert_eq!(of("voiceacting"), (json!("limited"), json!("No demo spam")));
    assert_eq!(of("artbusiness"), (json!("unknown"), Value::Null));
}
