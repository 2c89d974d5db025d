(* The reasons why the checks of fewest-check suffice, proved with Coq: `coqc theorem.v`.

   Names of files in comments are those of ../src. That the Rust code computes what is stated here is
   tested, not proved. *)

Require Import List Bool Arith Lia.
Import ListNotations.

(* `step` is the board after a move; None if the move is not legal. *)
Record puzzle := Puzzle {
  Board : Type;
  Move : Type;
  step : Move -> Board -> option Board;
  is_goal : Board -> bool
}.

Section Distances.
  Variable p : puzzle.

  Fixpoint play (ms : list (Move p)) (b : Board p) : option (Board p) :=
    match ms with
    | [] => Some b
    | m :: rest => match step p m b with Some after => play rest after | None => None end
    end.

  Definition solves ms b : bool := match play ms b with Some g => is_goal p g | None => false end.

  Definition is_bound (n : nat) (b : Board p) : Prop :=
    forall ms, solves ms b = true -> n <= length ms.

  Definition is_distance (n : nat) (b : Board p) : Prop :=
    (exists ms, solves ms b = true /\ length ms = n) /\ is_bound n b.

  Definition is_unsolvable (b : Board p) : Prop := forall ms, solves ms b = false.

  Lemma solves_nil b : solves [] b = is_goal p b.
  Proof. reflexivity. Qed.

  Lemma solves_cons m ms b :
    solves (m :: ms) b = true -> exists after, step p m b = Some after /\ solves ms after = true.
  Proof. unfold solves. simpl. destruct (step p m b) as [after|]; [eauto | discriminate]. Qed.

  Lemma solves_step m ms b after :
    step p m b = Some after -> solves ms after = true -> solves (m :: ms) b = true.
  Proof. unfold solves. simpl. intros E S. rewrite E. exact S. Qed.

  (* A solution bounds the distance from above (claim.rs). *)
  Theorem solution ms b :
    solves ms b = true -> is_bound (length ms) b -> is_distance (length ms) b.
  Proof. intros S B. split; [exists ms; auto | exact B]. Qed.

  (* Potential: 0 on goals, and a move lowers it by at most its cost. *)
  Section Potential.
    Variable h : Board p -> nat.
    Variable cost : Move p -> Board p -> nat.
    Hypothesis goals : forall b, is_goal p b = true -> h b = 0.
    Hypothesis moves : forall m b after, step p m b = Some after -> h b <= h after + cost m b.

    Fixpoint total (ms : list (Move p)) (b : Board p) : nat :=
      match ms with
      | [] => 0
      | m :: rest =>
          cost m b + match step p m b with Some after => total rest after | None => 0 end
      end.

    Theorem potential ms b : solves ms b = true -> h b <= total ms b.
    Proof.
      revert b. induction ms as [|m ms IH]; intros b S.
      - simpl in *. rewrite goals; auto.
      - apply solves_cons in S as (after & E & S). simpl. rewrite E.
        specialize (IH after S). apply moves in E. lia.
    Qed.
  End Potential.

  Lemma total_one ms b : total (fun _ _ => 1) ms b <= length ms.
  Proof.
    revert b. induction ms as [|m ms IH]; intros b; simpl; [lia|].
    destruct (step p m b) as [after|]; [specialize (IH after)|]; lia.
  Qed.

  Theorem potential_bounds (h : Board p -> nat) b :
    (forall b, is_goal p b = true -> h b = 0) ->
    (forall m b after, step p m b = Some after -> h b <= h after + 1) ->
    is_bound (h b) b.
  Proof.
    intros G M ms S. pose proof (potential h (fun _ _ => 1) G M ms b S).
    pose proof (total_one ms b). lia.
  Qed.

  (* A potential is the distance if it is 0 only on goals, and all other boards have a move that
     lowers it. *)
  Theorem potential_is_distance (h : Board p -> nat) b :
    (forall b, is_goal p b = true <-> h b = 0) ->
    (forall m b after, step p m b = Some after -> h b <= h after + 1) ->
    (forall b, h b = 0 \/ exists m after, step p m b = Some after /\ h after + 1 = h b) ->
    is_distance (h b) b.
  Proof.
    intros G M D. split.
    - remember (h b) as n eqn:E. revert b E. induction n as [|n IH]; intros b E.
      + exists []. split; [apply G; auto | reflexivity].
      + destruct (D b) as [Z|(m & after & S & L)]; [lia|].
        destruct (IH after) as (ms & T & N); [lia|].
        exists (m :: ms). split; [eapply solves_step; eauto | simpl; lia].
    - apply potential_bounds; [intros; apply G; auto | auto].
  Qed.

  (* Additive tables (claim.rs, `is_additive`): if a move counts at most once in all, potentials may
     be added. *)
  Theorem sum_of_potentials (parts : list ((Board p -> nat) * (Move p -> Board p -> nat))) b :
    (forall h c, In (h, c) parts ->
       (forall b, is_goal p b = true -> h b = 0)
       /\ forall m b after, step p m b = Some after -> h b <= h after + c m b) ->
    (forall m b, list_sum (map (fun part => snd part m b) parts) <= 1) ->
    is_bound (list_sum (map (fun part => fst part b) parts)) b.
  Proof.
    intros P C.
    set (h := fun b => list_sum (map (fun part => fst part b) parts)).
    change (is_bound (h b) b).
    set (c := fun m b => list_sum (map (fun part => snd part m b) parts)).
    assert (G : forall b, is_goal p b = true -> h b = 0).
    { intros x Gx. unfold h. clear C h c. induction parts as [|[h c] rest IH]; [reflexivity|].
      simpl. rewrite IH by (intros; apply P; right; auto).
      destruct (P h c) as [Z _]; [left; auto|]. rewrite Z; auto. }
    assert (M : forall m b after, step p m b = Some after -> h b <= h after + c m b).
    { intros m x after S. unfold h, c. clear C G h c.
      induction parts as [|[h c] rest IH]; [simpl; lia|]. simpl.
      destruct (P h c) as [_ L]; [left; auto|]. specialize (L m x after S).
      assert (forall h c, In (h, c) rest -> In (h, c) ((h, c) :: rest)) by (simpl; auto).
      specialize (IH ltac:(intros; apply P; right; auto)). lia. }
    apply potential_bounds; auto.
    intros m x after S. specialize (M m x after S). specialize (C m x). fold (c m x) in C. lia.
  Qed.

  (* Bounds for some of the goals each (claim.rs, `is_far`). *)
  Theorem goal_by_goal (goals : nat -> Board p -> bool) n b :
    (forall g, is_goal p g = true -> exists i, goals i g = true) ->
    (forall i ms g, play ms b = Some g -> goals i g = true -> n <= length ms) ->
    is_bound n b.
  Proof.
    unfold is_bound, solves. intros All Each ms S.
    destruct (play ms b) as [g|] eqn:P; [|discriminate].
    destruct (All g S) as (i & I). eauto.
  Qed.

  (* A property that every move keeps, and that no goal shares with the board (invariant.rs). *)
  Theorem invariant (X : Type) (f : Board p -> X) b :
    (forall m b after, step p m b = Some after -> f after = f b) ->
    (forall g, is_goal p g = true -> f g <> f b) ->
    is_unsolvable b.
  Proof.
    intros K G ms. destruct (solves ms b) eqn:S; auto. exfalso. revert b G S.
    induction ms as [|m ms IH]; intros b G S; [exact (G b S eq_refl)|].
    apply solves_cons in S as (after & E & S). apply (IH after); auto.
    rewrite (K m b after E). exact G.
  Qed.

  (* Depth-first search (search.rs, `exclude`): no solution has fewer than n moves. It leaves out
     boards whose bound is too large, and pairs of moves that have the effect of fewer moves, or of
     another pair that comes first (`follows`). *)
  Section Search.
    Variable bound : Board p -> nat.
    Hypothesis bounds : forall b, is_bound (bound b) b.
    Variable all_moves : list (Move p).
    Hypothesis all : forall m, In m all_moves.
    Variable index : Move p -> nat.
    Variable size : nat.
    Hypothesis indexes : forall m, index m < size.
    Variable left_out : Move p -> Move p -> bool.
    Hypothesis instead : forall m next b after again, left_out m next = true ->
      step p m b = Some after -> step p next after = Some again ->
      exists ws, play ws b = Some again /\
        (length ws < 2 \/ exists c d, ws = [c; d] /\
          index c * size + index d < index m * size + index next).

    Definition left_out_after last m :=
      match last with Some before => left_out before m | None => false end.

    Fixpoint excludes (n : nat) (last : option (Move p)) (b : Board p) : bool :=
      (n <=? bound b) ||
      match n with
      | 0 => true
      | S less =>
          negb (is_goal p b) &&
          forallb (fun m => left_out_after last m ||
            match step p m b with Some after => excludes less (Some m) after | None => true end)
            all_moves
      end.

    Fixpoint has_pair (last : option (Move p)) (ms : list (Move p)) : bool :=
      match ms with
      | [] => false
      | m :: rest => left_out_after last m || has_pair (Some m) rest
      end.

    Lemma finds n last b ms :
      excludes n last b = true -> solves ms b = true -> has_pair last ms = false -> n <= length ms.
    Proof.
      revert last b ms. induction n as [|n IH]; intros last b ms E S U; [lia|].
      cbn [excludes] in E. apply orb_true_iff in E as [E|E].
      - apply Nat.leb_le in E. pose proof (bounds b ms S). lia.
      - apply andb_true_iff in E as [N F]. destruct ms as [|m ms].
        + rewrite solves_nil in S. rewrite S in N. discriminate.
        + apply solves_cons in S as (after & T & S). simpl in U. apply orb_false_iff in U as [L U].
          rewrite forallb_forall in F. specialize (F m (all m)). rewrite L, T in F.
          specialize (IH (Some m) after ms F S U). simpl. lia.
    Qed.

    (* The place of a solution among those of its length. *)
    Fixpoint code (ms : list (Move p)) : nat :=
      match ms with
      | [] => 0
      | m :: rest => index m * size ^ length rest + code rest
      end.

    Lemma solves_app ws rest b again :
      play ws b = Some again -> solves rest again = true -> solves (ws ++ rest) b = true.
    Proof.
      revert b. induction ws as [|w ws IH]; intros b P S; simpl in *.
      - injection P as <-. exact S.
      - destruct (step p w b) as [after|] eqn:T; [|discriminate].
        apply solves_step with after; auto.
    Qed.

    Lemma replaced ms : forall m b, solves (m :: ms) b = true -> has_pair (Some m) ms = true ->
      exists ms', solves ms' b = true /\
        (length ms' < S (length ms) \/
         (length ms' = S (length ms) /\ code ms' < code (m :: ms))).
    Proof.
      induction ms as [|next rest IH]; intros m b S U; [discriminate|].
      apply solves_cons in S as (after & T & S). simpl in U. apply orb_true_iff in U as [U|U].
      - pose proof S as S'. apply solves_cons in S' as (again & T' & R).
        destruct (instead m next b after again U T T') as (ws & P & O).
        exists (ws ++ rest). split; [apply solves_app with again; auto|].
        rewrite app_length. destruct O as [O|(c & d & -> & O)]; [left; simpl; lia|right].
        split; [reflexivity|]. simpl.
        assert (size ^ length rest > 0) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; specialize (indexes m); lia).
        set (power := size ^ length rest) in *.
        assert ((index c * size + index d) * power < (index m * size + index next) * power)
          by (apply Nat.mul_lt_mono_pos_r; lia).
        lia.
      - destruct (IH next after S U) as (ms' & S' & O). exists (m :: ms').
        split; [apply solves_step with after; auto|]. simpl in *.
        destruct O as [O|[O L]]; [left; lia|right]. split; [lia|]. rewrite O. simpl. lia.
    Qed.

    Theorem search n b : excludes n None b = true -> is_bound n b.
    Proof.
      intros E ms. remember (length ms) as l eqn:L. remember (code ms) as k eqn:K.
      revert k ms L K. induction l as [l IH] using lt_wf_ind. intros k.
      induction k as [k IK] using lt_wf_ind. intros ms L K S.
      destruct (has_pair None ms) eqn:U.
      - destruct ms as [|m ms]; [discriminate|]. simpl in U.
        destruct (replaced ms m b S U) as (ms' & S' & O). simpl in L.
        destruct O as [O|[O M]].
        + specialize (IH (length ms') ltac:(lia) (code ms') ms' eq_refl eq_refl S'). lia.
        + exact (IK (code ms') ltac:(lia) ms' ltac:(lia) eq_refl S').
      - rewrite L. exact (finds n None b ms E S U).
    Qed.
  End Search.
End Distances.

Arguments solves {p}.
Arguments is_bound {p}.
Arguments is_distance {p}.
Arguments is_unsolvable {p}.

(* Recolouring (table.rs): with colours in place of symbols, a board becomes a pattern. Each move of a
   board is also a move of its pattern, and the patterns of goals are goals. So what bounds a
   pattern bounds its boards. An image of a board (image.rs) is a pattern in this sense: one of the
   same puzzle. *)
Section Recolouring.
  Variables p q : puzzle.
  Variable pattern : Board p -> Board q.
  Variable image : Move p -> Move q.
  Hypothesis goals : forall b, is_goal p b = true -> is_goal q (pattern b) = true.
  Hypothesis moves : forall m b after,
    step p m b = Some after -> step q (image m) (pattern b) = Some (pattern after).

  Lemma recoloured ms b : solves ms b = true -> solves (map image ms) (pattern b) = true.
  Proof.
    revert b. induction ms as [|m ms IH]; intros b S; [apply goals; exact S|].
    apply solves_cons in S as (after & E & S). simpl. apply solves_step with (pattern after); auto.
  Qed.

  Theorem recolouring n b : is_bound n (pattern b) -> is_bound n b.
  Proof. intros B ms S. rewrite <- (map_length image). apply B, recoloured, S. Qed.

  Theorem recolouring_unsolvable b : is_unsolvable (pattern b) -> is_unsolvable b.
  Proof.
    intros U ms. destruct (solves ms b) eqn:S; auto.
    apply recoloured in S. rewrite U in S. discriminate.
  Qed.
End Recolouring.

(* The loop over the bytes of a table (table.rs, `verify`). *)
Section Table.
  Definition never := 255.
  Definition saturating_add a b := Nat.min never (a + b).

  Variable q : puzzle.
  Variable all_moves : list (Move q).
  Hypothesis all : forall m, In m all_moves.
  Variable cost : Move q -> Board q -> nat.
  Hypothesis costs : forall m b, cost m b <= 1.

  (* Entries and their patterns. *)
  Variable size : nat.
  Variable data : nat -> nat.
  Hypothesis bytes : forall n, data n <= never.
  Variable unrank : nat -> Board q.
  Variable rank : Board q -> option nat.
  Hypothesis numbered : forall b n, rank b = Some n -> n < size /\ unrank n = b.

  Definition entry b := match rank b with Some n => Some (data n) | None => None end.

  (* What the loop requires of a move, and of an entry. *)
  Definition passes_move e b m :=
    match step q m b with
    | None => true
    | Some after =>
        match entry after with
        | None => false
        | Some next => e <=? saturating_add next (cost m b)
        end
    end.

  Definition passes n :=
    let b := unrank n in
    (negb (is_goal q b) || (data n =? 0)) && negb (data n =? never - 1) &&
    forallb (passes_move (data n) b) all_moves.

  Definition leads e b m :=
    match step q m b with
    | None => false
    | Some after => match entry after with Some next => next + 1 =? e | None => false end
    end.

  Definition is_led n :=
    let b := unrank n in
    is_goal q b || (data n =? never) || existsb (leads (data n) b) all_moves.

  Definition verify := forallb passes (seq 0 size).
  Definition verify_exact := verify && forallb is_led (seq 0 size).

  Hypothesis verified : verify = true.

  Lemma passed b n : rank b = Some n -> passes n = true /\ unrank n = b.
  Proof.
    intros R. apply numbered in R as [L U]. split; auto.
    unfold verify in verified. rewrite forallb_forall in verified. apply verified.
    apply in_seq. lia.
  Qed.

  Lemma of_goal b e : entry b = Some e -> is_goal q b = true -> e = 0.
  Proof.
    unfold entry. destruct (rank b) as [n|] eqn:R; [|discriminate]. intros E G. injection E as <-.
    apply passed in R as [P <-]. unfold passes in P. apply andb_true_iff in P as [P _].
    apply andb_true_iff in P as [P _]. rewrite G in P. simpl in P. apply Nat.eqb_eq. exact P.
  Qed.

  Lemma of_move b e m after :
    entry b = Some e -> step q m b = Some after ->
    exists next, entry after = Some next /\ e <= saturating_add next (cost m b)
      /\ (e = never -> next = never).
  Proof.
    unfold entry at 1. destruct (rank b) as [n|] eqn:R; [|discriminate]. intros E S.
    injection E as <-. apply passed in R as [P U]. unfold passes in P.
    apply andb_true_iff in P as [_ P]. rewrite forallb_forall in P. specialize (P m (all m)).
    rewrite U in P. unfold passes_move in P. rewrite S in P.
    destruct (entry after) as [next|] eqn:E; [|discriminate]. exists next.
    apply Nat.leb_le in P. repeat split; auto.
    intros V. rewrite V in P. specialize (costs m b). unfold saturating_add in P.
    unfold entry in E. destruct (rank after) as [k|] eqn:R; [|discriminate]. injection E as <-.
    apply passed in R as [Q _]. unfold passes in Q. apply andb_true_iff in Q as [Q _].
    apply andb_true_iff in Q as [_ Q]. apply negb_true_iff, Nat.eqb_neq in Q.
    specialize (bytes k). unfold never in *. lia.
  Qed.

  (* An entry is at most the cost of any solution. *)
  Theorem entries_are_bounds ms b e :
    entry b = Some e -> solves ms b = true -> e <= total q cost ms b.
  Proof.
    revert b e. induction ms as [|m ms IH]; intros b e E S.
    - rewrite (of_goal b e E S). simpl. lia.
    - apply solves_cons in S as (after & T & S).
      destruct (of_move b e m after E T) as (x & F & L & _).
      specialize (IH after x F S). simpl. rewrite T. unfold saturating_add in L. lia.
  Qed.

  (* No moves solve a board whose entry is 255. *)
  Theorem entries_of_255 b : entry b = Some never -> is_unsolvable b.
  Proof.
    intros E ms. destruct (solves ms b) eqn:S; auto. exfalso. revert b E S.
    induction ms as [|m ms IH]; intros b E S.
    - apply (of_goal b never E) in S. discriminate.
    - apply solves_cons in S as (after & T & S).
      destruct (of_move b never m after E T) as (x & F & _ & V). rewrite V in F by auto. eauto.
  Qed.

  (* If every move costs 1, a table that is exact has the distances. *)
  Theorem entries_are_distances b e :
    (forall m b, cost m b = 1) -> forallb is_led (seq 0 size) = true ->
    entry b = Some e -> e < never -> is_distance e b.
  Proof.
    intros C I E V. split.
    - revert b E V. induction e as [e IH] using lt_wf_ind. intros b E V.
      destruct (is_goal q b) eqn:G.
      { pose proof (of_goal b e E G). subst e. exists []. auto. }
      assert (H : exists m after next,
        step q m b = Some after /\ entry after = Some next /\ next + 1 = e).
      { unfold entry in E. destruct (rank b) as [n|] eqn:R; [|discriminate]. injection E as <-.
        apply numbered in R as [L U]. rewrite forallb_forall in I.
        specialize (I n ltac:(apply in_seq; lia)). unfold is_led in I. rewrite U, G in I.
        simpl in I. apply orb_true_iff in I as [I|I].
        - apply Nat.eqb_eq in I. lia.
        - apply existsb_exists in I as (m & _ & I). unfold leads in I.
          destruct (step q m b) as [after|] eqn:T; [|discriminate].
          destruct (entry after) as [next|] eqn:F; [|discriminate].
          apply Nat.eqb_eq in I. exists m, after, next. auto. }
      destruct H as (m & after & next & T & F & N).
      destruct (IH next ltac:(lia) after F ltac:(lia)) as (ms & S & L).
      exists (m :: ms). split; [eapply solves_step; eauto | simpl; lia].
    - intros ms S. pose proof (entries_are_bounds ms b e E S).
      assert (T : forall ms b, total q cost ms b <= length ms).
      { clear - C. induction ms as [|m ms IH]; intros b; simpl; [lia|]. rewrite C.
        destruct (step q m b) as [after|]; [specialize (IH after)|]; lia. }
      specialize (T ms b). lia.
  Qed.
End Table.

(* Each of these prints "Closed under the global context": no axiom was used. *)
Print Assumptions entries_are_distances.
Print Assumptions entries_of_255.
Print Assumptions sum_of_potentials.
Print Assumptions search.
Print Assumptions goal_by_goal.
Print Assumptions invariant.
Print Assumptions recolouring.
Print Assumptions recolouring_unsolvable.
